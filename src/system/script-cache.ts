import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { settledAfterMs } from './host.ts'
import { openOwnFolder } from './own-folder.ts'
import { replaceFile } from './regular-file.ts'

/**
 * Then what is compiled is taken: later, functions that only a start uses lose their compiled form, and V8 takes no data that were made
 * before its settings changed (`stopYoungHeapGrowth`).
 */
const takenAfterMs = settledAfterMs - 100

const folder = cacheFolder()
/** The scripts that this start has loaded, and where they are kept. */
const loaded: { readonly script: Script; readonly file: string }[] = []
/** What is to be written at the end. */
let taken: { readonly file: string; readonly content: Buffer }[] = []
let isStarting = true
/** A start with a new script keeps all of its scripts again: it may have compiled more of the others than those before. */
let hasNew = false

/** Takes what the module imports, and returns what it exports. */
type ScriptFunction = (...imports: readonly unknown[]) => readonly unknown[]

/**
 * The value of the script beside a module of the bundle (`run.script.js` beside `run.js`), compiled, or taken from what an earlier run has
 * compiled: see `src/decisions/what-is-loaded-when.md`. `hash`: of the script's text. What cannot be read or kept is compiled as ever;
 * throws only what the script or reading its text throws.
 */
export function cachedScript(module: string, hash: string): ScriptFunction {
  const filename = fileURLToPath(module).replace(/\.js$/, '.script.js')
  const isKept = isStarting && folder !== null
  const file = isKept ? path.join(folder, `${hash}-${process.versions.v8}-${process.arch}`) : null
  const cachedData = file === null ? undefined : readKept(file)
  // The build writes ASCII only.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData && { cachedData }) })
  if (file !== null) {
    if (loaded.length === 0) watchStart()
    loaded.push({ script, file })
    hasNew ||= script.cachedDataRejected !== false
  }
  return script.runInThisContext() as ScriptFunction
}

function watchStart(): void {
  setTimeout(endStart, takenAfterMs).unref()
  process.once('exit', () => {
    endStart()
    for (const { file, content } of taken) keep(file, content)
  })
}

function endStart(): void {
  if (isStarting && hasNew)
    taken = loaded.map(({ script, file }) => ({ file, content: script.createCachedData() }))
  isStarting = false
}

/** Null where nothing is to be kept. V8 believes what it is given: the folder is ours alone, or is not used. */
function cacheFolder(): string | null {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return null
  const opened = openOwnFolder([path.join(tmpdir(), `acp-plan-tui-compiled-${process.getuid?.() ?? 'user'}`)])
  return opened.ok ? opened.value : null
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Whole or not at all, since V8 does not check what is in it. */
function keep(file: string, content: Buffer): void {
  try {
    replaceFile(file, content, 0o600, true)
  } catch {
    // The next run compiles it again.
  }
}
