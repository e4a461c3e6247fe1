import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a program that is started by its path, on every system, and runs CommonJS code. Returns the path; on Windows it lacks the ending, as
 * users write it.
 */
export function nodeProgram(folder: string, name: string, code: string): string {
  const file = path.join(folder, name)
  if (process.platform === 'win32') {
    writeFileSync(`${file}.cjs`, code)
    writeFileSync(`${file}.cmd`, `@"${process.execPath}" "%~dp0${name}.cjs" %*\r\n`)
    return file
  }
  writeFileSync(file, `#!${process.execPath}\n${code}`)
  chmodSync(file, 0o755)
  return file
}
