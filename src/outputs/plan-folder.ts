import { lstatSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fail, ok, type Result } from '../lib/result.ts'
import { writeNewFile, newFileWords } from './new-file.ts'
import type { PlanFiles } from '../app/ports/plan-taking.ts'
import { absolutePath, homeFolder } from '../system/user-environment.ts'

/** The folder in which proposed plans are saved. */
export class PlanFolder {
  /** null: a temporary folder that does not exist yet. */
  #folder: string | null
  readonly #isTemporary: boolean
  readonly #here: string | null
  /** `fileFor` is called for each frame while a plan waits for its answer. */
  #last: { readonly title: string; readonly file: string } | null = null

  /**
   * With `folder` null, a temporary folder is created when it is first needed. File names are relative to `here`, if that is
   * shorter; with null they are absolute.
   */
  constructor(folder: string | null, here: string | null) {
    this.#folder = folder
    this.#isTemporary = folder === null
    this.#here = here
  }

  /** The name of the file that a plan of this title would be saved to. */
  fileFor(title: string): string {
    if (this.#last?.title !== title) {
      const files = this.#filesFor(title)
      const file = files.find((each) => !isThere(each)) ?? files.at(-1) ?? ''
      this.#last = { title, file: fromHere(file, this.#here) }
    }
    return this.#last.file
  }

  /**
   * Writes a plan to a new file; returns its name, or the reason of the failure. A file that is there is never touched, nor what
   * a link points to. Never rejects.
   */
  async save(title: string, text: string): Promise<Result<string, string>> {
    this.#last = null
    for (const file of this.#filesFor(title)) {
      const fault = await writeNewFile(file, text.endsWith('\n') ? text : `${text}\n`)
      if (fault === null) return ok(fromHere(file, this.#here))
      if (fault.code !== 'EEXIST') return fail(fault.message)
    }
    return fail(`there are ${maxTries} files of that name in ${this.#folder ?? ''} already`)
  }

  /** Deletes a temporary folder that is empty. */
  close(): void {
    try {
      if (this.#isTemporary && this.#folder !== null) rmdirSync(this.#folder)
    } catch {
      // A plan was saved in it.
    }
  }

  /** The files that are tried for a title, in order. */
  #filesFor(title: string): readonly string[] {
    const folder = (this.#folder ??= newFolder())
    const slug = slugOf(title)
    const name = slug === '' ? 'plan' : `plan-${slug}`
    return Array.from({ length: maxTries }, (_, index) =>
      path.join(folder, index === 0 ? `${name}.md` : `${name}-${index + 1}.md`),
    )
  }
}

const maxTries = 100
const slugLength = 50

function newFolder(): string {
  const prefix = path.join(tmpdir(), 'acp-plan-tui-')
  try {
    return mkdtempSync(prefix)
  } catch {
    // Saving will report the reason.
    return `${prefix}plans`
  }
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Writing will report the reason.
    return false
  }
}

function fromHere(file: string, here: string | null): string {
  if (here === null) return file
  const relativePath = path.relative(here, file)
  if (path.isAbsolute(relativePath) || relativePath.length > file.length) return file
  return relativePath.startsWith('..') ? relativePath : `.${path.sep}${relativePath}`
}

/** The ASCII letters and digits of a title, for any file system. */
function slugOf(title: string): string {
  return title
    .slice(0, 500)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}

/** Saves plans where the user says. Names are proposed as for proposed plans, in `folder`. */
export function planFiles(folder: Pick<PlanFolder, 'fileFor'>): PlanFiles {
  const copies = new PlanFolder(null, null)
  /** The same text is saved once. */
  let last: { readonly text: string; readonly file: string } | null = null
  return {
    fileFor: (title) => folder.fileFor(title),
    async saveAs(given, text) {
      const file = expanded(given)
      if (file === null) return fail('the working folder is gone: give an absolute path')
      const fault = await writeNewFile(file, text)
      return fault === null ? ok(given) : fail(newFileWords(fault))
    },
    async saveCopy(title, text): Promise<Result<string, string>> {
      if (last?.text === text) return ok(last.file)
      const saved = await copies.save(title, text)
      if (saved.ok) last = { text, file: saved.value }
      return saved
    },
  }
}

/** The absolute path of what the user has typed, with `~` for the home folder; null: there is no folder it is relative to. */
function expanded(given: string): string | null {
  const home = /^~(?=[/\\]|$)/.test(given) ? homeFolder() : null
  return home === null ? absolutePath(given) : path.join(home, given.slice(1))
}
