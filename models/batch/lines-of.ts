/** The lines of a response as they arrive, without their ends; empty ones are left out. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of response.body) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(first);
    for (const part of more) {
      const line = rest.join('');
      rest = [part];
      if (line.trim() !== '') yield line;
    }
  }
  const last = rest.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}
