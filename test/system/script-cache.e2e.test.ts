// The built program with a temporary folder of its own: what it keeps of its compiled form, and what it believes.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { EOL } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cachedScript } from '../../.tools/build/cached-scripts.mjs'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp } from '../support/run-app.ts'

const longAgo = new Date('2001-01-01')

/** Runs the program with a temporary folder, and returns the folder of what is kept. */
async function run(TMPDIR: string, NODE_DISABLE_COMPILE_CACHE = ''): Promise<string> {
  const { code, stdout } = await runApp({ args: ['--version'], env: { TMPDIR, NODE_DISABLE_COMPILE_CACHE } })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n/)
  expect(code).toBe(0)
  return path.join(TMPDIR, `acp-plan-tui-compiled-${process.getuid?.() ?? 'user'}`)
}

function firstIn(folder: string): string {
  const [file] = filesIn(folder)
  if (file === undefined) throw new Error(`nothing is kept in ${folder}`)
  return file
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => path.join(folder, name))
}

test('what is compiled is kept for the user alone, and the next run takes it as it is', async () => {
  const tmp = emptyFolder()
  const kept = await run(tmp)
  const files = filesIn(kept)
  expect(files.length).toBeGreaterThan(0)
  if (process.platform !== 'win32') expect(statSync(kept).mode & 0o777).toBe(0o700)
  // What a start loads late it does not keep: on a busy machine the next one may come further, and then keeps all of it again.
  let taken: readonly string[]
  do {
    taken = filesIn(kept)
    for (const file of taken) utimesSync(file, longAgo, longAgo)
    await run(tmp)
  } while (filesIn(kept).length > taken.length)
  expect(taken.map((file) => statSync(file).mtime)).toEqual(taken.map(() => longAgo))
})

test('a file that V8 does not take is compiled anew and replaced', async () => {
  const tmp = emptyFolder()
  const kept = await run(tmp)
  const file = firstIn(kept)
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, 100))
  // Again where it was loaded too late to be kept.
  do await run(tmp)
  while (statSync(file).size === 100)
  expect(statSync(file).size).toBeGreaterThan(whole.length / 2)
})

test.skipIf(process.platform === 'win32')('a folder that others may write is not used', async () => {
  const tmp = emptyFolder()
  const kept = await run(tmp)
  const file = firstIn(kept)
  writeFileSync(file, 'planted')
  chmodSync(kept, 0o770)
  await run(tmp)
  expect(readFileSync(file, 'utf8')).toBe('planted')
})

test.skipIf(process.platform !== 'linux')(
  'where no folder can be made, the program runs as ever',
  async () => {
    expect(existsSync(await run('/proc/none'))).toBe(false)
  },
)

test('nothing is kept where Node is told to keep nothing', async () => {
  expect(existsSync(await run(emptyFolder(), '1'))).toBe(false)
})

test('a module and its script export what the module exported', async () => {
  const folder = emptyFolder()
  const text = `import{sep as a}from"node:path";import b from"node:os";let c=()=>[a,b.EOL,import.meta.url.length>9];
const d=await Promise.resolve(4);export{c as a,d as four,e as late};function e(){return import("node:fs")}`
  const chunks = path.join(folder, 'chunks')
  const module = path.join(chunks, 'made.js')
  const written = cachedScript({ path: module, text })
  mkdirSync(chunks)
  const run = `const {runInThisContext}=await import('node:vm');const fs=await import('node:fs');
export const cachedScript=(url)=>runInThisContext(fs.readFileSync(new URL(url.replace(/js$/,'script.js')),'utf8'))`
  writeFileSync(path.join(folder, 'script-cache.js'), run)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  for (const { path: file, contents } of written) writeFileSync(file, contents)
  const made = (await import(/* @vite-ignore */ module)) as Record<string, unknown>
  expect(Object.keys(made)).toEqual(['a', 'four', 'late'])
  expect(made['four']).toBe(4)
  expect((made['a'] as () => unknown)()).toEqual([path.sep, EOL, true])
  expect(await (made['late'] as () => Promise<object>)()).toHaveProperty('readFileSync')
})

test.each([
  'let a=1;a++;export{a}',
  'let a;function b(){a=2}export{a,b}',
  'export*from"./other.js"',
  'export default 1',
])('the build refuses %s, which a script cannot export', (text) => {
  expect(() => cachedScript({ path: 'made.js', text })).toThrow('made.js exports')
})
