import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { beforeAll, describe, expect, test } from 'vitest'
import * as library from '../../src/app/library/plan-library.ts'
import { openApp } from '../support/open-app.ts'
import { runApp } from '../support/run-app.ts'
import { packedPackage, type PackedPackage } from './packed-package.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { version, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
}

// npx has things of its own to tell, and asks its registry for them.
const env = { npm_config_update_notifier: 'false', npm_config_offline: 'true' }

const pages = readdirSync(path.join(root, 'src/manual')).map((name) => `dist/manual/${name}`)

let packed: PackedPackage
beforeAll(() => {
  packed = packedPackage()
  return packed.remove
})

describe('the package', () => {
  test('is built before it is packed', () => {
    expect(scripts['prepack']).toBe(scripts['build'])
  })

  test('holds the bundle, its launcher and what a reader needs, and nothing else', () => {
    const chunks = packed.files.filter((file) => /^dist\/chunks\/[\w.-]+\.js$/.test(file))
    expect(packed.files.filter((file) => !chunks.includes(file))).toEqual([
      'LICENSE',
      'README.md',
      'bin/acp-plan-tui.js',
      'dist/THIRD-PARTY-LICENSES.md',
      'dist/acp-plan-tui.1',
      'dist/chunks/glyphs/emoji.bin',
      'dist/chunks/glyphs/hangul.bin',
      'dist/chunks/glyphs/ideographs.bin',
      'dist/chunks/glyphs/letters.bin',
      'dist/config-schema.json',
      'dist/demo-agent.js',
      'dist/lint-schema.json',
      'dist/main.js',
      ...pages,
      'dist/plans.d.ts',
      'dist/plans.js',
      'dist/recording-schema.json',
      'dist/schema.json',
      'dist/script-cache.js',
      'dist/statusline.js',
      'dist/tap.js',
      'dist/theme-schema.json',
      'dist/trace.d.ts',
      'dist/trace.js',
      'package.json',
    ])
    const used = new Set(
      ['main', 'demo-agent', 'tap', 'statusline', 'plans'].flatMap((name) => [
        ...filesFrom(`dist/${name}.js`, 'ever'),
      ]),
    )
    expect(chunks).toEqual([...used].filter((file) => file.startsWith('dist/chunks/')).sort())
  })

  test('opens few files for what everybody starts', () => {
    const starts = [
      'dist/main.js',
      'dist/demo-agent.js',
      'dist/tap.js',
      'dist/statusline.js',
      'dist/trace.js',
      'dist/plans.js',
    ]
    expect(starts.map((file) => filesFrom(file, 'at once').size)).toEqual([4, 2, 5, 1, 1, 2])
  })

  test('has the code of zod, yaml and the SDK once for the program and its demo agent', () => {
    const scripts = packed.files.filter((file) => file.endsWith('.js') && file !== 'dist/trace.js')
    // Texts of theirs that no minifier changes.
    for (const text of ['"$ZodObject"', 'BLOCK_AS_IMPLICIT_KEY', 'Got response to unknown request'])
      expect([text, scripts.filter((file) => codeOf(file).includes(text)).length]).toEqual([text, 1])
  })

  test('answers Claude Code with one small file, without the screen and the client', () => {
    expect(codeOf('dist/statusline.js').length).toBeLessThan(240 * 1024)
    expect(codeOf('dist/statusline.js')).not.toMatch(/react|yoga|session\/prompt"[^]*authenticate"/)
  })

  test('renders documents with no more than it takes', () => {
    const renderer = packed.files.find((file) => /\/document-\w+\.script\.js$/.test(file)) ?? ''
    expect(codeOf(renderer)).toContain('highlight')
    expect(codeOf(renderer).length).toBeLessThan(350 * 1024)
    expect(codeOf('dist/THIRD-PARTY-LICENSES.md')).not.toMatch(/^## (?:parse5|cli-table3|cli-highlight)/m)
  })

  test('names every package that it bundles, with its licence', () => {
    const licences = readFileSync(path.join(packed.installed, 'dist/THIRD-PARTY-LICENSES.md'), 'utf8')
    for (const name of ['ink', 'react', 'yoga-layout', '@agentclientprotocol/sdk', 'zod', 'yaml', 'fflate']) {
      expect(licences).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
    }
    expect(licences).toContain('THE SOFTWARE IS PROVIDED "AS IS"')
    for (const font of ['DejaVu Sans Mono', 'Droid Sans Fallback', 'Nanum Gothic Coding', 'Noto Color Emoji'])
      expect(licences).toContain(`## ${font}`)
  })

  test('carries the production build of React and no place of the machine that built it', () => {
    for (const file of packed.files.filter((name) => name.endsWith('.js'))) {
      const code = codeOf(file)
      expect(code.includes('react-dom.development') || code.includes('react.development'), file).toBe(false)
      expect(code.includes('react-devtools'), file).toBe(false)
      expect(code.includes(root), file).toBe(false)
    }
  })
})

test('installed for all projects, it has its command and its man page where the system looks for them', () => {
  const prefix = packed.installGlobally()
  const places =
    process.platform === 'win32'
      ? ['acp-plan-tui.cmd']
      : ['bin/acp-plan-tui', 'share/man/man1/acp-plan-tui.1']
  expect(places.filter((place) => !existsSync(path.join(prefix, place)))).toEqual([])
})

test('the schema of traces is imported by the package’s name', () => {
  const script = `
    import { traceHeader, traceRecord } from 'acp-plan-tui/trace'
    const header = { trace: 'acp-plan-tui', version: 1, startedAt: '2026-11-21T10:00:00.000Z', program: 'p', agent: 'a',
      columns: 80, rows: 24, title: null }
    const records = [{ t: 0, in: '{}' }, { t: 1, in: 7 }]
    console.log([traceHeader, traceRecord, traceRecord].map((schema, at) =>
      schema.safeParse([header, ...records][at]).success).join())`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: packed.folder,
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: 'true,true,false\n', stderr: '' })
})

test('the library of plans is imported by the package’s name, and does what its page shows', () => {
  const page = readFileSync(path.join(packed.installed, 'dist/manual/library.md'), 'utf8')
  const [example = '', lintExample = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code)
  const update = {
    sessionUpdate: 'plan',
    entries: [{ content: 'Read', status: 'completed', priority: 'high' }, {}],
  }
  const script = `${example}
    onSessionUpdate(${JSON.stringify({ sessionId: 's', update })})`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: packed.folder,
    encoding: 'utf8',
  })
  expect(stderr).toBe('update.entries[1].content: content is missing\n')
  expect(stdout).toBe('Plan: 1/1\ncompleted Read (0)\n')

  const sent = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }
  writeFileSync(path.join(packed.folder, 'run.ndjson'), `${JSON.stringify({ t: 0, in: sent })}\n`)
  const linted = spawnSync(process.execPath, ['--input-type=module', '-e', lintExample], {
    cwd: packed.folder,
    encoding: 'utf8',
  })
  expect(linted).toMatchObject({ stderr: '', status: 1 })
  expect(linted.stdout).toContain('error bad-entry in message 1: missing; expected a string\n')
})

test('publint finds nothing, nor do types resolve wrongly for who imports it as ESM', async () => {
  const { messages } = await publint({ pack: { tarball: new Uint8Array(packed.tarball()).buffer } })
  expect(messages).toEqual([])
  const checked = await checkPackage(createPackageFromTarballData(packed.tarball()))
  // The package is ESM alone, and has no entry without `exports`: the resolutions for others do not apply.
  const problems = checked.types === false ? ['no types'] : checked.problems
  expect(
    problems.filter(
      (problem) =>
        typeof problem === 'string' ||
        !('resolutionKind' in problem) ||
        !['node10', 'node16-cjs'].includes(problem.resolutionKind),
    ),
  ).toEqual([])
})

test('the list of what is bundled has each package of which there is a licence', () => {
  const made = spawnSync(process.execPath, ['.tools/sbom.mjs'], { cwd: root, encoding: 'utf8' })
  const { components } = JSON.parse(made.stdout) as { components: { name: string; version: string }[] }
  const licences = codeOf('dist/THIRD-PARTY-LICENSES.md')
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ink', 'react', 'marked', 'zod']),
  )
  for (const { name, version: its } of components) expect(licences).toContain(`\n## ${name} ${its}\n`)
  const withoutTexts = licences.replaceAll(/^```text\n.*?^```$/gms, '')
  expect(components).toHaveLength([...withoutTexts.matchAll(/^## \S+ \d/gm)].length)
})

test('the library of plans is small, and loads its linter only when it is called', () => {
  const atOnce = [...filesFrom('dist/plans.js', 'at once')]
  const code = atOnce.map(codeOf).join('')
  expect(code.length).toBeLessThan(64 * 1024)
  const elsewhere = /\brequire\b|\bprocess\b|\bBuffer\b|(?:from|import)\s*\(?["'](?!\.\/)/
  expect(code).not.toMatch(elsewhere)
  const late = [...filesFrom('dist/plans.js', 'ever')].filter((file) => !atOnce.includes(file))
  expect(late).toEqual([expect.stringMatching(/\/plans-linted-trace-/)])
  expect(codeOf(late[0] ?? '').length).toBeLessThan(480 * 1024)
  expect(codeOf('dist/plans.d.ts')).not.toMatch(/^import/m)
})

test('bundled for a browser, the library finds in every recording what the program finds', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'acp-plan-tui/plans'", resolveDir: packed.folder },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'library',
    logLevel: 'silent',
  })
  // What every browser has, and nothing of Node.
  const page = createContext({ TextEncoder, TextDecoder, URL, atob })
  runInContext(outputFiles[0]?.text ?? '', page)
  const { createPlanStore, lintTrace } = runInContext('library', page) as typeof library
  const folder = path.join(root, 'test/recordings')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => path.join(folder, name))
  for (const file of [...files, path.join(root, '.tools/picture/demo.ndjson')]) {
    const text = readFileSync(file, 'utf8')
    const inProgram = await library.lintTrace(text).catch(String)
    const inBrowser = await lintTrace(text).catch(String)
    expect([file, JSON.stringify(inBrowser)]).toEqual([file, JSON.stringify(inProgram)])
  }
  const { plan } = createPlanStore().apply({ update: { sessionUpdate: 'plan', entries: [] } }, 0)
  expect(plan?.title).toBe('Plan')
})

test('the JSON schemas are imported by the package’s name, or read as files', () => {
  const script = `
    import lines from 'acp-plan-tui/schema' with { type: 'json' }
    import recording from 'acp-plan-tui/schema/recording' with { type: 'json' }
    console.log(lines.$id, Object.keys(lines.$defs).includes('plan'))
    console.log(recording.$id, Object.keys(recording.$defs).includes('prompt-sent'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: packed.folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('urn:acp-plan-tui:json:1 true\nurn:acp-plan-tui:recording:1 true\n')
  const file = readFileSync(path.join(packed.installed, 'dist/schema.json'), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' })
})

test('no run loads a schema of what it writes, and none begins with the library of schemas', () => {
  const holding = (files: readonly string[], text: string): readonly string[] =>
    files.filter((file) => codeOf(file).includes(text))
  const code = packed.files.filter((file) => file.endsWith('.js'))
  // A word of the schemas of JSON lines, of notes and of records.
  expect(holding(code, 'Cancelled steps are not in `total`.')).toEqual([])
  expect(holding(code, 'queue go before it.')).toEqual([])
  expect(holding(code, 's columns and rows from here on.')).toEqual(['dist/trace.js'])
  const atOnce = [...filesFrom('dist/main.js', 'at once')]
  expect(atOnce.length).toBeGreaterThan(1)
  expect(holding(atOnce, '_zod')).toEqual([])
  expect(holding(code, '_zod').length).toBeGreaterThan(1)
})

/** Run before the program, and before npx, which it ignores: making what is slow to make is a crash. */
const withoutSlowUnicode = `
  if (process.argv[1].endsWith('acp-plan-tui')) {
    Intl.Segmenter = class { constructor() { throw new Error('a segmenter') } }
    globalThis.RegExp = new Proxy(RegExp, {
      construct(target, given) {
        if (String(given[0]).includes('RGI_Emoji')) throw new Error('the expression of all emoji')
        return new target(...given)
      },
    })
  }`

describe('installed in an empty folder, offline', () => {
  test('tells its version', async () => {
    const { stdout, stderr, code } = await runApp({
      program: packed.npx,
      args: ['--version'],
      cwd: packed.folder,
      env,
    })
    expect({ first: stdout.split('\n')[0], stderr, code }).toEqual({ first: version, stderr: '', code: 0 })
  })

  test('renders a recording to everything that there is', async () => {
    const recording = path.join(root, 'test/recordings/claude-caps-todo.ndjson')
    const begins = {
      svg: '<svg ',
      cast: '{"version":2',
      gif: 'GIF89a',
      png: '\u0089PNG',
      txt: ' claude-agent-acp',
      md: '# ',
      json: '{"type":"start"',
    }
    const files = Object.keys(begins).map((ending) => path.join(packed.folder, `rendered.${ending}`))
    const args = ['render', recording, ...files.flatMap((file) => ['-o', file])]
    expect(await runApp({ program: packed.npx, args, cwd: packed.folder, env })).toMatchObject({
      stderr: '',
      code: 0,
    })
    for (const [index, beginning] of Object.values(begins).entries())
      expect(readFileSync(files[index] ?? '', 'latin1').slice(0, beginning.length)).toBe(beginning)
  })

  test('shows its demo on a terminal, without a segmenter or the expression of all emoji, and leaves the terminal as it was', async () => {
    const preload = `data:text/javascript,${encodeURIComponent(withoutSlowUnicode)}`
    const screen = await openApp({
      program: packed.npx,
      args: ['demo', 'checklist'],
      columns: 80,
      rows: 24,
      cwd: packed.folder,
      env: { ...env, NODE_OPTIONS: `--import ${preload}` },
    })
    await screen.shows(/\d\/\d|\d of \d/)
    screen.type('qq')
    expect(await screen.exit()).toEqual({ code: 0, signal: null })
    expect(screen.modes()).toEqual([])
    expect(screen.hasTerminalRestored()).toBe(true)
    await screen.surroundings.noProcesses()
  })

  test('says what an older Node lacks', () => {
    // A Node that says it is old: what there is to test without an old one.
    const pretend = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"
    const older = path.join(packed.installed, 'bin/acp-plan-tui.js')
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', preload, older], {
      encoding: 'utf8',
    })
    expect({ status, stderr, stdout }).toEqual({
      status: 2,
      stderr: 'acp-plan-tui needs Node 20.19 or newer; this is Node 18.20.8\n',
      stdout: '',
    })
  })
})

test('a launcher without a build says how to make one', async () => {
  const bare = path.join(packed.folder, 'bare')
  mkdirSync(path.join(bare, 'bin'), { recursive: true })
  packed.copyTo('bin/acp-plan-tui.js', bare)
  packed.copyTo('package.json', bare)
  const { stderr, code } = await runApp({
    program: [process.execPath, path.join(bare, 'bin/acp-plan-tui.js')],
  })
  expect({ stderr, code }).toEqual({
    stderr: 'acp-plan-tui is not built yet: run `npm run build` first\n',
    code: 70,
  })
})

/** The files that one loads, itself among them: before its first line, or whenever it may. */
function filesFrom(file: string, when: 'at once' | 'ever', seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !packed.files.includes(file)) return seen
  seen.add(file)
  const imported =
    when === 'at once' ? /(?:from|import)\s*["'](\.[^"']+\.js)["']/g : /["'](\.[^"'\s]+\.js)["']/g
  for (const [, name = ''] of codeOf(file).matchAll(imported))
    filesFrom(path.join(path.dirname(file), name), when, seen)
  // A large module is a few lines, and the script beside it.
  if (when === 'ever') filesFrom(file.replace(/\.js$/, '.script.js'), when, seen)
  return seen
}

function codeOf(file: string): string {
  return readFileSync(path.join(packed.installed, file), 'utf8')
}
