import path from 'node:path'

/** The address of a socket for a test: a path in a folder of its own, on Windows a named pipe. */
export function localSocket(folder: string, name: string): string {
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${path.basename(folder)}-${name}`
    : path.join(folder, name)
}
