import { availableParallelism, loadavg, totalmem } from 'node:os';

/** Line on the machine that figures depend on besides the code: they mean little without it. */
export function machineLine(): string {
  const cores = availableParallelism();
  const [lastMinute = 0] = loadavg();
  const busy = lastMinute > cores ? ', busy with other work too' : '';
  return `${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load ${lastMinute.toFixed(1)}${busy}`;
}

/** Processor time this process has used, in all its threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
