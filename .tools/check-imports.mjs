// Checks the import rules (.dependency-cruiser.cjs). Also fails where no module was found: without its parser, dependency-cruiser
// reports no violations.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// dependency-cruiser 17, the last version for Node 20, parses .tsx files without JSX. It reads the parser's functions when it is
// loaded, so they are replaced before. Not needed for version 18.
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') })
const { cruise, format } = await import('dependency-cruiser')
const { default: extractOptions } = await import('dependency-cruiser/config-utl/extract-depcruise-options')

const folders = ['src', 'test'].filter((folder) => existsSync(folder))
const { output: result } = await cruise(
  folders,
  await extractOptions(path.resolve('.dependency-cruiser.cjs')),
)
const { output } = await format(result, { outputType: 'err' })
console.log(output)
const { totalCruised, error } = result.summary

// Between folders, at two levels below src, imports go one way: there is no circle of them.
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/')
const imports = new Map()
for (const { source, dependencies } of result.modules)
  for (const { resolved } of dependencies) {
    const [from, to] = [folderOf(source), folderOf(resolved)]
    if (!from.startsWith('src/') || !to.startsWith('src/') || from === to) continue
    if (!imports.has(from)) imports.set(from, new Map())
    imports.get(from).set(to, `${source} imports ${resolved}`)
  }
/** The shortest way along imports from a folder back to it; undefined: there is none. */
function circleAt(start) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways)
    for (const to of imports.get(way.at(-1))?.keys() ?? []) {
      if (to === start) return [...way, start]
      if (!seen.has(to)) ways.push([...way, to])
      seen.add(to)
    }
}
const circles = [...imports.keys()].flatMap((folder) => {
  const circle = circleAt(folder)
  // Told once, from its first folder on.
  return circle === undefined || circle.some((each) => each < folder) ? [] : [circle]
})
for (const circle of circles) {
  const steps = circle.slice(1).map((to, at) => imports.get(circle[at]).get(to))
  console.error(`imports: these folders import each other in a circle:\n  ${steps.join('\n  ')}`)
}
// A small file with one importer belongs into it, or beside what it is about: each file costs its reader a step. A registry and its
// entries, which are a file each, and what is imported late, for a chunk of its own, may be small.
const smallLines = 40
/** How many others there may be. It only falls: whoever takes some out lowers it. */
const smallFilesAllowed = 9
const registries =
  /\/(?:[\w-]+-(?:kinds|rules|checks|formats|transports)|known-agents|plan-content|private-data|panels|layers|scenarios|commands)\.ts$/
const importersOf = new Map()
for (const { source, dependencies } of result.modules)
  for (const { resolved, dynamic } of dependencies)
    if (source.startsWith('src/') && /^src\/.*\.tsx?$/.test(resolved)) {
      const importers = importersOf.get(resolved) ?? new Map()
      importersOf.set(resolved, importers.set(source, dynamic || importers.get(source)))
    }
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length - 1
const smallFiles = [...importersOf].flatMap(([file, importers]) => {
  const [[importer, isLate]] = importers
  const mayBeSmall = importers.size > 1 || isLate || registries.test(importer) || registries.test(file)
  return !mayBeSmall && linesOf(file) <= smallLines ? [{ file, importer }] : []
})
const hasTooManySmall = smallFiles.length > smallFilesAllowed
if (hasTooManySmall) {
  const since = ({ file }) => statSync(file).mtimeMs
  console.error(
    `imports: ${smallFiles.length} files of at most ${smallLines} lines have one importer, ${smallFilesAllowed} may be. Put one into its importer or beside`,
    `what it is about, or import it late. An entry of a registry may be small (\`registries\` in .tools/check-imports.mjs). The newest first:`,
  )
  for (const { file, importer } of smallFiles.toSorted((a, b) => since(b) - since(a)))
    console.error(`  ${file} (${linesOf(file)} lines), imported by ${importer}`)
}
const parsed = result.modules.some(
  (module) => module.source.startsWith('src/') && module.dependencies.length > 0,
)
if (totalCruised === 0 || !parsed) console.error('imports: no module was looked at')
const isWrong = error > 0 || circles.length > 0 || hasTooManySmall || totalCruised === 0 || !parsed
process.exitCode = isWrong ? 1 : 0
