// Measures how long the markdown renderer blocks the event loop: the longest step for each document of
// test/ui/markdown/bad-documents.ts, the worst first, in milliseconds of processor time.
//   node .tools/longest-steps.mjs [CHARACTERS] [PART OF A NAME]
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import esbuild from 'esbuild'
import { withoutUnusedParts } from './build/unused-parts.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [characters = '1000000', wanted = ''] = process.argv.slice(2)
const from = (file) => JSON.stringify(path.join(root, file))
const entry = `
export { badDocuments } from ${from('test/ui/markdown/bad-documents.ts')}
export { MarkdownDocument } from ${from('src/ui/markdown/document.ts')}
export { shortSlices } from ${from('src/ui/markdown/slices.ts')}
export { makeTheme } from ${from('src/ui/paint/theme.ts')}
`

async function loaded() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-steps-'))
  try {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: entry, resolveDir: root },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
      alias: withoutUnusedParts,
      banner: { js: 'const require = globalThis.requireForSteps;' },
    })
    const file = path.join(folder, 'steps.mjs')
    writeFileSync(file, outputFiles[0].contents)
    globalThis.requireForSteps = createRequire(path.join(root, 'package.json'))
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs all steps that the screen takes for a document; the result is the longest of each kind. */
function longestSteps(Document, theme, source) {
  const steps = {}
  const step = (name, act) => {
    const before = process.cpuUsage()
    const result = act()
    const { user, system } = process.cpuUsage(before)
    steps[name] = Math.max(steps[name] ?? 0, (user + system) / 1000)
    return result
  }
  const document = new Document({ theme, columns: 98, slices: shortSlices })
  step('set', () => document.setSource(source))
  step('top', () => document.rows(0, 40))
  step('end', () => document.lastRows(40))
  while (!step('work', () => document.work(0, () => 0)));
  step('found', () => document.find('xa'))
  while (!document.isSearched('xa')) step('found', () => document.find('xa'))
  for (const piece of ['\nmore', ' and', ' more'])
    step('grown', () => {
      document.setSource(`${source}${piece}`)
      document.lastRows(40)
    })
  return steps
}

const { badDocuments, MarkdownDocument, makeTheme, shortSlices } = await loaded()
const theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true })
// A first run, so that loading and compiling is not measured.
for (const { make } of badDocuments) longestSteps(MarkdownDocument, theme, make(10_000))
const table = badDocuments
  .filter(({ name }) => name.includes(wanted))
  .map(({ name, make }) => {
    const steps = longestSteps(MarkdownDocument, theme, make(Number(characters)))
    return { name, steps, longest: Math.max(...Object.values(steps)) }
  })
for (const { name, steps, longest } of table.toSorted((one, other) => other.longest - one.longest)) {
  const all = Object.entries(steps).map(([step, ms]) => `${step} ${ms.toFixed(0)}`)
  console.log(`${longest.toFixed(0).padStart(5)}  ${name.padEnd(52)} ${all.join('  ')}`)
}
