// Builds dist/: the program (dist/main.js and its lazy chunks), the demo agent, the schema of traces, the
// published JSON schemas, and the licences of what they contain.
//   --report    prints what each file holds
//   --keep-old  leaves chunks of earlier builds, which programs that still run may yet want to load
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import esbuild from 'esbuild'
import { joinChunks } from './build/joined-chunks.mjs'
import { jsonSchemaFiles, publishedSchemas } from './build/json-schemas.mjs'
import { lateUnicode } from './build/late-unicode.mjs'
import { thirdPartyLicences } from './build/licences.mjs'
import { sizeReport } from './build/report.mjs'
import { scripts } from './build/scripts.mjs'
import { withoutUnusedParts } from './build/unused-parts.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(root, 'dist')
const program = 'src/cli/main.ts'
const demoAgent = 'src/demo/main.ts'
const glyphs = 'src/outputs/pictures/raster/glyphs'
/** What the package exports as `acp-plan-tui/trace`. */
const traceSchema = 'src/protocol/trace/trace-schema.ts'

/** How Yoga decodes its WebAssembly where it has no `fetch`: a character at a time. */
const yogaDecodes =
  'var b=xa(a.slice(37)),c=new Uint8Array(b.length);for(a=0;a<b.length;++a)c[a]=b.charCodeAt(a);var d=c'

/**
 * Yoga would decode its WebAssembly with `fetch`, which loads an HTTP client (20 to 50 ms), and without one in a loop, which takes 2 ms before
 * anything runs fast: here Node decodes it.
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
 * Ink's reconciler reads DEV through an imported `process`, where `define` does not reach: with the global one its
 * development branch, which wants react-devtools-core, is dead. (Were it not, the build would miss that package.)
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
    // ws would look for native helpers, in whatever folder the bundle happens to lie.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
  alias: {
    ...withoutUnusedParts,
    // What its package names for Node loads its parts in a way that no bundler follows.
    'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
  },
  inject: [path.join(root, '.tools/build/with-resolvers.js')],
  // CommonJS packages in the bundle call `require` for Node's own modules.
  banner: {
    js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
  },
  plugins: [inkWithoutDevtools, yogaWithoutFetch, lateUnicode(root), scripts],
}

async function build() {
  const entries = [program, demoAgent, traceSchema, publishedSchemas]
  const missing = entries.filter((entry) => !existsSync(path.join(root, entry)))
  if (missing.length > 0) throw new Error(`cannot build: ${missing.join(' and ')} missing`)
  const [together, alone] = await Promise.all([
    esbuild.build({
      ...shared,
      outdir: dist,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      entryPoints: { main: program, 'demo-agent': demoAgent },
    }),
    // For other programs: one file with no more of zod than it needs.
    esbuild.build({ ...shared, outdir: dist, entryPoints: { trace: traceSchema } }),
  ])
  const joined = await joinChunks({
    root,
    files: together.outputFiles,
    outputs: together.metafile.outputs,
    options: printing,
  })
  const outputs = { ...joined.outputs, ...alone.metafile.outputs }
  const files = [...joined.files, ...alone.outputFiles, ...glyphFiles(outputs)]
  files.push(...(await jsonSchemaFiles(root, dist)))
  const fonts = readFileSync(path.join(root, glyphs, 'LICENCES.md'), 'utf8')
  const licences = `${thirdPartyLicences(root, Object.values(outputs).flatMap(usedInputs))}\n${fonts}`
  files.push({ path: path.join(dist, 'THIRD-PARTY-LICENSES.md'), contents: licences })
  // Chunks first: a program that starts meanwhile finds what its entry asks for.
  const [starts, chunks] = [files.filter(isEntry), files.filter((file) => !isEntry(file))]
  for (const { path: file, contents } of [...chunks, ...starts]) writeWhole(file, contents)
  if (!process.argv.includes('--keep-old')) removeOthers(new Set(files.map((file) => file.path)))
  if (process.argv.includes('--report')) {
    console.log(sizeReport(outputs))
  }
}

/** The letters of pictures stand beside the code that reads them, wherever that lies. */
function glyphFiles(outputs) {
  const reader = path.join(path.dirname(glyphs), 'glyph-bytes.ts')
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

function isEntry({ path: file }) {
  return path.dirname(file) === dist
}

/** By a rename, so that a program that starts meanwhile never reads half a file. */
function writeWhole(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, contents)
  renameSync(part, file)
}

function removeOthers(wanted) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    // A `.part` belongs to a build that runs at the same time.
    if (entry.isFile() && !wanted.has(file) && !file.endsWith('.part')) rmSync(file, { force: true })
  }
}

try {
  await build()
} catch (cause) {
  // esbuild has already printed its own errors, each with its place.
  if (!Array.isArray(cause.errors)) console.error(`build: ${cause.message}`)
  process.exitCode = 1
}
