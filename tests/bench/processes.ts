import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// What Linux tells about processes under /proc. Elsewhere the figures are NaN.

/** Seconds of processor time that processes have used so far, in steps of a hundredth. */
export function processorSeconds(pids: readonly number[]): number {
  return sum(pids, pid => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });
}

/** Bytes of memory that processes hold; what several of them share is divided among them. */
export function memoryBytes(pids: readonly number[]): number {
  return sum(pids, pid => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]) * 1024);
}

/** Bytes of memory that a process has resident, shared pages included. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024;
}

/** The most bytes of memory that a process had resident so far, shared pages included. */
export function peakResidentBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024;
}

/** Bytes of memory that the processes started by a process have resident. Linux only. */
export function residentBytesOfChildren(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter(child => child > 0 && parentOf(child) === pid);
  return children.reduce((total, child) => total + (residentBytes(child) || 0), 0);
}

/** The database server that runs on this data folder, with its children. */
export function databaseProcesses(dataDir: string): number[] {
  const server = Number.parseInt(read(join(dataDir, 'postgres/postmaster.pid')), 10);
  const running = process.platform === 'linux' ? readdirSync('/proc').map(Number) : [];
  return [server, ...running.filter(pid => pid > 0 && parentOf(pid) === server)];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

/** Leaves out processes that ended between being listed and being looked at; NaN when none is left. */
function sum(pids: readonly number[], figure: (pid: number) => number): number {
  const figures = pids.map(figure).filter(value => !Number.isNaN(value));
  return figures.length > 0 ? figures.reduce((total, value) => total + value) : NaN;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
