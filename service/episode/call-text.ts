/** A call as people read it. */
export const callText = ({
  name,
  arguments: args,
}: {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')})`;
