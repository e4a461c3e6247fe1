import { execFile } from 'node:child_process'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { safeLine } from '../lib/text/safe-text.ts'

/** Files that are listed; folders that are looked into where there is no git. */
const most = { files: 20_000, folders: 500, bytes: 8 * 1024 * 1024 }
/** Git answers far sooner, unless its disk hangs. */
const gitWithinMs = 5000
/** Folders of files that nobody has written. */
const leftOut = new Set(['node_modules', '__pycache__', 'target', 'dist'])

/**
 * The files below a folder, by their paths in it with slashes: those that git knows or would add, else those of a walk through it that
 * follows no links. Bounded, and paths that cannot be typed are left out. Never rejects.
 */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const paths = (await filesOfGit(folder)) ?? (await walked(folder))
  return paths
    .filter((path) => path !== '' && !/[\n"]/.test(path) && safeLine(path) === path)
    .slice(0, most.files)
}

/** null: git is not there, or the folder belongs to no repository. */
async function filesOfGit(folder: string): Promise<readonly string[] | null> {
  // The repository is another's, perhaps: no program that its configuration names is run.
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return await new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: most.bytes, timeout: gitWithinMs, windowsHide: true }
    execFile('git', args, options, (error, stdout) => {
      // What is longer is cut, and then killed: the beginning is good.
      const isCut = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
      resolve(error === null || isCut ? [...new Set(stdout.split('\0').slice(0, -1))] : null)
    })
  })
}

async function walked(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  // The folders that it finds are looked into after those beside it.
  for (let at = 0; at < folders.length && at < most.folders && files.length < most.files; at++) {
    const inside = folders[at] ?? ''
    try {
      for await (const entry of await opendir(join(folder, inside))) {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`
        if (entry.isFile()) files.push(path)
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !leftOut.has(entry.name))
          folders.push(path)
        if (files.length >= most.files || folders.length > 10 * most.folders) break
      }
    } catch {
      // It is not readable, or is gone.
    }
  }
  return files.toSorted()
}
