import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Reads /proc, which only Linux has. Elsewhere all figures are NaN.

/** Returns the seconds of CPU time that processes have used so far, in steps of 0.01. */
export function cpuSeconds(pids: readonly number[]): number {
  return sum(pids, pid => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });
}

/** Returns the bytes of memory that processes use. Shared memory is divided among them. */
export function memoryBytes(pids: readonly number[]): number {
  return sum(pids, pid => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]) * 1024);
}

/** Returns the resident bytes of a process, including shared pages. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024;
}

/** Returns the peak resident bytes of a process, including shared pages. */
export function peakResidentBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1024;
}

/** Returns the resident bytes of a process's children. */
export function residentBytesOfChildren(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter(child => child > 0 && parentOf(child) === pid);
  return children.reduce((total, child) => total + (residentBytes(child) || 0), 0);
}

/** Returns the process IDs of the PostgreSQL server on this data folder and of its children. */
export function databaseProcesses(dataDir: string): number[] {
  const server = Number.parseInt(read(join(dataDir, 'postgres/postmaster.pid')), 10);
  const running = process.platform === 'linux' ? readdirSync('/proc').map(Number) : [];
  return [server, ...running.filter(pid => pid > 0 && parentOf(pid) === server)];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

/** Sums a figure over processes, without those that have exited in the meantime; NaN if none is left. */
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
