import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A temporary folder for one run of the agent, created for the first file. Its owner calls `remove`. Where no file can be
 * written, that is reported on stderr once, and the scenario continues without files.
 */
export interface DemoFolder {
  uri(file: string): string
  write(file: string, text: string): void
  /** Replaces the file atomically. */
  replace(file: string, text: string): void
  /** Does nothing where there is no such file. */
  delete(file: string): void
  /** Deletes the folder with its files. Synchronous, since it runs while the process exits. */
  remove(): void
}

export function openDemoFolder(): DemoFolder {
  let folder: string | undefined
  let hasComplained = false
  const attempt = (step: () => void): void => {
    try {
      step()
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
      const where = folder ?? tmpdir()
      if (!hasComplained)
        process.stderr.write(
          `acp-plan-tui demo: ${where}: no file can be made there (${code}), so plans that are files cannot be shown\n`,
        )
      hasComplained = true
    }
  }
  const pathOf = (file: string): string => {
    if (basename(file) !== file) throw new Error(`not a plain file name: ${file}`)
    attempt(() => (folder ??= mkdtempSync(join(tmpdir(), 'acp-plan-tui-demo-'))))
    return join(folder ?? tmpdir(), file)
  }
  return {
    uri: (file) => pathToFileURL(pathOf(file)).href,
    write(file, text) {
      const path = pathOf(file)
      if (folder !== undefined) attempt(() => writeFileSync(path, text))
    },
    replace(file, text) {
      const path = pathOf(file)
      if (folder === undefined) return
      attempt(() => {
        writeFileSync(`${path}.new`, text)
        renameSync(`${path}.new`, path)
      })
    },
    delete(file) {
      const path = pathOf(file)
      if (folder !== undefined) attempt(() => rmSync(path, { force: true }))
    },
    remove() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      folder = undefined
    },
  }
}
