import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import esbuild from 'esbuild'

// Modules that are loaded together: the program's start, what it shares with the demo agent, a run's screen, …
// `behind`: what a group shares with these is put into their file, which is mostly loaded by then.
const doors = [
  // Also the little that all commands share with something else, so that they are one file more.
  { name: 'start', entries: ['src/cli/main.ts', 'src/cli/parse-arguments.ts'], behind: [] },
  // What a run loads while the agent that it has started starts.
  { name: 'run', entries: ['src/cli/commands/watch-run.ts'], behind: ['start'] },
  { name: 'demo', entries: ['src/demo/main.ts', 'src/demo/demo-agent.ts'], behind: [] },
  {
    name: 'screen',
    entries: ['src/shows/show-on-screen.ts', 'src/ui/start-ui.ts', 'src/run/run-source.ts'],
    behind: ['start', 'run'],
  },
  {
    name: 'headless',
    entries: ['src/shows/write-lines.ts', 'src/run/run-source.ts'],
    behind: ['start', 'run'],
  },
  {
    name: 'remote',
    entries: [
      'src/cli/agents/remote-agent.ts',
      'src/sources/remote/http/http-transport.ts',
      'src/sources/remote/websocket-transport.ts',
    ],
    behind: ['start', 'run'],
  },
  { name: 'config', entries: ['src/cli/configuration/check-config.ts'], behind: ['start'] },
  { name: 'played', entries: ['src/cli/agents/demo-agent.ts'], behind: ['start'] },
]

/**
 * esbuild makes a shared chunk for each set of entries that reach some code: 49 files before the program's first line, and
 * Node takes half a millisecond for each. This joins the shared chunks that are always loaded together into one file, and
 * changes their imports. Parameters and result are files and their descriptions (`outputs` of a metafile).
 * Throws where a source named above is not imported late any more.
 */
export async function joinChunks({ root, files, outputs, options }) {
  const groups = groupsOf(outputs, root)
  const groupOf = new Map(groups.flatMap((group) => group.chunks.map((chunk) => [chunk, group])))
  const texts = new Map(files.map((file) => [path.relative(root, file.path), file.text]))
  const wanted = [
    ...groups.map(({ file }) => file),
    ...[...texts.keys()].filter((file) => !groupOf.has(file)),
  ]
  const { outputFiles } = await esbuild.build({
    ...options,
    outdir: root,
    entryPoints: wanted.map((file) => ({ in: file, out: file.replace(/\.js$/, '') })),
    plugins: [joining({ groups, groupOf, texts, outputs })],
  })
  return { files: outputFiles, outputs: joinedOutputs({ groups, groupOf, outputs }) }
}

function groupsOf(outputs, root) {
  const isThere = (entry) => existsSync(path.join(root, entry))
  const reached = doors.map((door) => ({ ...door, files: filesFrom(outputs, door.entries.filter(isThere)) }))
  const groups = new Map()
  for (const [chunk, { entryPoint }] of Object.entries(outputs)) {
    const open = reached.filter(({ files }) => entryPoint === undefined && files.has(chunk))
    const name = open
      .filter(({ behind }) => !open.some((door) => behind.includes(door.name)))
      .map((door) => door.name)
      .join('-')
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), chunk])
  }
  return [...groups].map(([name, chunks]) => ({ file: groupFile(name, chunks), chunks }))
}

/** A hash of the chunks' names, which are hashes of their content. */
function groupFile(name, chunks) {
  const hash = createHash('sha256').update(chunks.toSorted().join()).digest('hex').slice(0, 8)
  return `${path.dirname(chunks[0])}/${name}-${hash.toUpperCase()}.js`
}

/** All files that are loaded with some entries, without late imports. */
function filesFrom(outputs, entries) {
  const found = new Set()
  const open = entries.map((entry) => {
    const file = Object.keys(outputs).find((output) => outputs[output].entryPoint === entry)
    if (file === undefined) throw new Error(`the bundle has no file for ${entry}`)
    return file
  })
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const atOnce = outputs[file].imports.filter(
      ({ kind, external }) => kind === 'import-statement' && !external,
    )
    open.push(...atOnce.map((imported) => imported.path))
  }
  return found
}

/** Resolves imports of chunks: inside of a group to the bundled chunk, elsewhere to the group's exports. */
function joining({ groups, groupOf, texts, outputs }) {
  const exportsOf = (chunk) =>
    outputs[chunk].exports.map((name) => [name, `${nameIn(groupOf.get(chunk), chunk)}_${name}`])
  return {
    name: 'joined-chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path: wanted, importer, kind, namespace }) => {
        if (kind === 'entry-point') {
          // esbuild writes ./ before the name of a file that exists from the previous build.
          const output = path.normalize(wanted)
          return { path: output, namespace: texts.has(output) ? 'chunk' : 'group' }
        }
        if (namespace === 'group') return { path: wanted, namespace: 'chunk' }
        const file = path.join(path.dirname(importer), wanted)
        const group = namespace === 'chunk' && wanted.startsWith('.') ? groupOf.get(file) : undefined
        // Without an effect: an import of a module of Node that nothing uses is removed.
        if (group === undefined)
          return { path: wanted, external: true, sideEffects: !wanted.startsWith('node:') }
        if (group === groupOf.get(importer)) return { path: file, namespace: 'chunk' }
        const place = path.relative(path.dirname(importer), group.file)
        return { path: file, namespace: 'elsewhere', suffix: `?${place}`, pluginData: `./${place}` }
      })
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: file }) => ({ contents: texts.get(file) }))
      build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: file }) => {
        const { chunks } = groups.find((group) => group.file === file)
        const lines = chunks.map((chunk) => reExport(exportsOf(chunk), chunk))
        return { contents: lines.join('\n') }
      })
      build.onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path: chunk, pluginData: place }) => {
        const names = exportsOf(chunk).map(([name, here]) => [here, name])
        return { contents: reExport(names, place) }
      })
    },
  }
}

function nameIn(group, chunk) {
  return `c${group.chunks.indexOf(chunk)}`
}

function reExport(names, from) {
  const list = names.map(([name, as]) => `${name} as ${as}`).join()
  return `import ${JSON.stringify(from)};export {${list}} from ${JSON.stringify(from)}`
}

function joinedOutputs({ groups, groupOf, outputs }) {
  const single = Object.entries(outputs).filter(([file]) => !groupOf.has(file))
  const joined = groups.map(({ file, chunks }) => {
    const parts = chunks.map((chunk) => outputs[chunk])
    const inputs = Object.assign({}, ...parts.map((part) => part.inputs))
    const imports = parts.flatMap((part) => part.imports)
    return [file, { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), inputs, imports }]
  })
  return Object.fromEntries([...single, ...joined])
}
