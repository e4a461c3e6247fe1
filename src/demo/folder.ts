import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A temporary folder for one run of the agent, made when the first file is named. Whoever opens it calls `remove`. */
export interface DemoFolder {
  uri(file: string): string
  write(file: string, text: string): void
  /** Puts a new file in the place of the old one in one go. */
  replace(file: string, text: string): void
  /** A file that is not there is fine. */
  delete(file: string): void
  /** Deletes the folder and all that is in it. Synchronous: it runs while the process ends. */
  remove(): void
}

export function openDemoFolder(): DemoFolder {
  let folder: string | undefined
  const pathOf = (file: string): string => {
    if (basename(file) !== file) throw new Error(`not a plain file name: ${file}`)
    folder ??= mkdtempSync(join(tmpdir(), 'acp-plan-tui-demo-'))
    return join(folder, file)
  }
  return {
    uri: (file) => pathToFileURL(pathOf(file)).href,
    write: (file, text) => writeFileSync(pathOf(file), text),
    replace(file, text) {
      writeFileSync(pathOf(`${file}.new`), text)
      renameSync(pathOf(`${file}.new`), pathOf(file))
    },
    delete: (file) => rmSync(pathOf(file), { force: true }),
    remove() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      folder = undefined
    },
  }
}
