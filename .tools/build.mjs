// Builds dist/: the program (dist/main.js and its lazy chunks), the demo agent, the schema of traces, the
// published JSON schemas, the man page, and the licences of what they contain.
//   --report    prints the contents of each file
//   --say       says that it builds, since that takes some seconds
//   --keep-old  keeps chunks of earlier builds, which a running program may still load
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import esbuild from 'esbuild'
import { joinChunks } from './build/joined-chunks.mjs'
import { cachedScript } from './build/cached-scripts.mjs'
import { computedFiles, manPage, publishedSchemas } from './build/computed-files.mjs'
import { embeddedTexts } from './build/embedded-texts.mjs'
import { lateUnicode } from './build/late-unicode.mjs'
import { thirdPartyLicences } from './build/licences.mjs'
import { protocolSchemas } from './build/protocol-schemas.mjs'
import { sizeReport } from './build/report.mjs'
import { scripts } from './build/scripts.mjs'
import { withoutUnusedParts } from './build/unused-parts.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(root, 'dist')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const program = 'src/cli/main.ts'
const demoAgent = 'src/demo/main.ts'
/** What stands between an editor and its agent: it shares no file with the program, so that it starts at once. */
const tap = 'src/cli/tap-main.ts'
/** Claude Code runs it again and again. */
const statusline = 'src/cli/statusline-main.ts'
const glyphs = 'src/outputs/pictures/raster/glyphs'
const manual = 'src/manual'
/** Exported by the package as `acp-plan-tui/trace`. */
const traceSchema = 'src/protocol/trace/trace-schema.ts'
/** Compiles, or takes as compiled, the large files of the bundle. */
const scriptCache = 'src/system/script-cache.ts'
/** What is published of the types, as it stands. */
const types = ['src/app/library/plans.d.ts', 'src/protocol/trace/trace.d.ts']
/** Exported as `acp-plan-tui/plans`. */
const planLibrary = 'src/app/library/plan-library.ts'

/** The loop with which Yoga decodes its WebAssembly where there is no `fetch`. */
const yogaDecodes =
  'var b=xa(a.slice(37)),c=new Uint8Array(b.length);for(a=0;a<b.length;++a)c[a]=b.charCodeAt(a);var d=c'

/**
 * Yoga would decode its WebAssembly with `fetch`, which loads an HTTP client (20 to 50 ms), or without it in a loop, which takes 2 ms of
 * unoptimised code. Node decodes it instead.
 */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup(build) {
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path: file }) => {
      const code = readFileSync(file, 'utf8')
      if (!code.includes(yogaDecodes)) throw new Error(`${file} does not decode its WebAssembly as it did`)
      const decoded = code.replace(yogaDecodes, "var d=Buffer.from(a.slice(37),'base64')")
      return { contents: `const fetch = undefined;${decoded}`, loader: 'js' }
    })
  },
}

/**
 * Ink's reconciler reads DEV from an imported `process`, which `define` does not replace. With the global one its development branch is
 * dead code; otherwise the build would need react-devtools-core.
 */
const inkWithoutDevtools = {
  name: 'ink-without-devtools',
  setup(build) {
    build.onLoad({ filter: /ink\/build\/reconciler\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace("import process from 'node:process';", ''),
      loader: 'js',
    }))
  },
}

const printing = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}

const shared = {
  ...printing,
  metafile: true,
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    // Otherwise ws would look for native helpers, relative to the bundle.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
  alias: {
    ...withoutUnusedParts,
    // The package's entry for Node loads modules in a way that bundlers do not follow.
    'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
    // Its entry for Node loads two renderers and streams; a report needs the smaller one.
    'react-dom/server': path.join(
      root,
      'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
    ),
  },
  inject: [path.join(root, '.tools/build/with-resolvers.js')],
  // CommonJS packages in the bundle call `require` for Node's own modules. Marked as pure, so that `joinChunks` removes it where nothing
  // does: the parts of a joined file would each make their own, which takes 2 ms of the start.
  banner: {
    js: `import{createRequire as __createRequire}from'node:module';const require=/* @__PURE__ */(()=>__createRequire(import.meta.url))();`,
  },
  plugins: [inkWithoutDevtools, yogaWithoutFetch, lateUnicode(root), scripts, protocolSchemas, embeddedTexts],
}

async function build() {
  const entries = [
    program,
    demoAgent,
    tap,
    statusline,
    scriptCache,
    traceSchema,
    planLibrary,
    publishedSchemas,
    manPage,
  ]
  const missing = entries.filter((entry) => !existsSync(path.join(root, entry)))
  if (missing.length > 0) throw new Error(`cannot build: ${missing.join(' and ')} missing`)
  const small = (name, entry) =>
    esbuild.build({
      ...shared,
      outdir: dist,
      splitting: true,
      chunkNames: `chunks/${name}-[name]-[hash]`,
      entryPoints: { [name]: entry },
    })
  const [together, tapFiles, statuslineFiles, ...alone] = await Promise.all([
    esbuild.build({
      ...shared,
      outdir: dist,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      entryPoints: { main: program, 'demo-agent': demoAgent },
    }),
    small('tap', tap),
    small('statusline', statusline),
    // For other programs: one file, with only the parts of zod that it needs.
    esbuild.build({ ...shared, outdir: dist, entryPoints: { trace: traceSchema } }),
    esbuild.build({ ...shared, outdir: dist, entryPoints: { 'script-cache': scriptCache } }),
    // Pure, for browsers too: nothing of Node is touched. The linter is a chunk that is imported late.
    esbuild.build({
      ...printing,
      metafile: true,
      platform: 'neutral',
      alias: { 'node:buffer': path.join(root, '.tools/build/web-buffer.js') },
      plugins: [lateUnicode(root), protocolSchemas],
      outdir: dist,
      splitting: true,
      chunkNames: 'chunks/plans-[name]-[hash]',
      entryPoints: { plans: planLibrary },
    }),
  ])
  const joined = await joinChunks({
    root,
    files: together.outputFiles,
    outputs: together.metafile.outputs,
    options: printing,
  })
  const outputs = {
    ...joined.outputs,
    ...tapFiles.metafile.outputs,
    ...statuslineFiles.metafile.outputs,
    ...Object.assign({}, ...alone.map(({ metafile }) => metafile.outputs)),
  }
  const files = [
    ...joined.files.flatMap((file) => (isLarge(file) ? cachedScript(file) : [file])),
    ...tapFiles.outputFiles,
    ...statuslineFiles.outputFiles,
    ...alone.flatMap(({ outputFiles }) => outputFiles),
    ...glyphFiles(outputs),
  ]
  files.push(...(await computedFiles(root, dist, version)))
  files.push(...manualPages())
  for (const file of types)
    files.push({ path: path.join(dist, path.basename(file)), contents: readFileSync(path.join(root, file)) })
  const fonts = readFileSync(path.join(root, glyphs, 'LICENCES.md'), 'utf8')
  const licences = `${thirdPartyLicences(root, Object.values(outputs).flatMap(usedInputs))}\n${fonts}`
  files.push({ path: path.join(dist, 'THIRD-PARTY-LICENSES.md'), contents: licences })
  // Chunks before entries: a program that starts meanwhile finds the chunks of its entry.
  const [starts, chunks] = [files.filter(isEntry), files.filter((file) => !isEntry(file))]
  const sizes = new Map()
  for (const { path: file, contents } of [...chunks, ...starts]) {
    const written = file.endsWith('.js') ? inAscii(file, contents) : contents
    writeWhole(file, written)
    const module = path.relative(root, file).replace(/\.script\.js$/, '.js')
    sizes.set(module, (sizes.get(module) ?? 0) + written.length)
  }
  if (!process.argv.includes('--keep-old')) removeOthers(new Set(files.map((file) => file.path)))
  if (process.argv.includes('--report')) {
    console.log(sizeReport(outputs, sizes))
  }
}

/** The pages of the manual, which `help` shows. */
function manualPages() {
  return readdirSync(path.join(root, manual))
    .filter((name) => /\.(?:md|json)$/.test(name))
    .map((name) => ({
      path: path.join(dist, 'manual', name),
      contents: readFileSync(path.join(root, manual, name)),
    }))
}

/** The glyph files, next to the chunk that reads them. */
function glyphFiles(outputs) {
  const reader = path.join(path.dirname(glyphs), 'glyph-book.ts')
  return Object.entries(outputs)
    .filter(([, { inputs }]) => (inputs[reader]?.bytesInOutput ?? 0) > 0)
    .flatMap(([output]) =>
      readdirSync(path.join(root, glyphs))
        .filter((name) => name.endsWith('.bin'))
        .map((name) => ({
          path: path.join(root, path.dirname(output), 'glyphs', name),
          contents: readFileSync(path.join(root, glyphs, name)),
        })),
    )
}

function usedInputs({ inputs }) {
  return Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([input]) => input)
}

/** Below that, one file more to read costs what its compiled form saves. */
function isLarge(file) {
  return !isEntry(file) && file.text.length > 32_000
}

function isEntry({ path: file }) {
  return path.dirname(file) === dist
}

/**
 * V8 keeps code with any other character in twice the memory, and Node takes 3 ms more of the start to decode it. esbuild's own option
 * leaves regular expressions and tagged templates as they are.
 */
function inAscii(file, contents) {
  const code = Buffer.from(contents).toString()
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code))
    throw new Error(`${file} has an escaped character that is not ASCII`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Atomic, by a rename, since a program may start meanwhile. */
function writeWhole(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, contents)
  renameSync(part, file)
}

function removeOthers(wanted) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    // A `.part` file belongs to a concurrent build.
    if (entry.isFile() && !wanted.has(file) && !file.endsWith('.part')) rmSync(file, { force: true })
  }
}

if (process.argv.includes('--say')) console.error('Building acp-plan-tui …')
try {
  await build()
} catch (cause) {
  // esbuild has printed its own errors.
  if (!Array.isArray(cause.errors)) console.error(`build: ${cause.message}`)
  process.exitCode = 1
}
