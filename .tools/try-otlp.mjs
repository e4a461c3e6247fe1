// Sends telemetry to real backends on this machine, and asks them what has arrived (`npm run test:otlp`):
//   VictoriaMetrics  metrics as protobuf: `victoria-metrics` in the PATH, or downloaded from Debian 13 beside the installed system
//   a Collector      metrics and traces, as protobuf, as JSON and compressed: $OTELCOL, or `otelcol` or `otelcol-contrib` in the PATH
// One that cannot be had within 20 seconds, or does not start here, is left out: the last line says so. The status is 1 only where a backend
// was there and has not got what it should. Needs `npm run build`.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-otlp-'))
const recording = path.join(folder, 'run.ndjson')
/** Metrics that the demo has points of. */
const expected = [
  'acp.session.count',
  'acp.session.waiting.age',
  'acp.plan.entry.count',
  'acp.plan.entry.duration',
  'acp.plan.entry.stalled',
  'acp.plan.entry.doubts',
  'acp.plan.revisions',
  'acp.tool.failures',
]
const spans = ['invoke_agent acp-plan-tui-demo', 'acp.plan.entry', 'execute_tool execute']
const downloadMs = 20_000
const started = []
const [tried, leftOut] = [[], []]
let failures = 0

function leaveOut(name, why) {
  leftOut.push(name)
  console.log(`${name}: left out, since ${why}`)
}

function check(what, missing) {
  if (missing.length > 0) failures++
  console.log(missing.length === 0 ? `  ${what}: all there` : `  ${what}: MISSING ${missing.join(', ')}`)
}

/** The expressions of the dashboard and of the alerts in the manual. */
function questions() {
  const manual = path.join(root, 'src/manual')
  const { panels } = JSON.parse(readFileSync(path.join(manual, 'grafana-dashboard.json'), 'utf8'))
  const page = readFileSync(path.join(manual, 'telemetry.md'), 'utf8')
  const alerts = [...page.matchAll(/^ +expr: (.*)$/gm)].map(([, expr]) => expr)
  return [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...alerts]
}

function programInPath(...names) {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return null
}

/** Unpacks a package of another Debian without installing it; null: there is no apt, it has none, or that takes too long. */
function fromDebian(suite, name, binary) {
  const [sources, keys] = [
    '/etc/apt/sources.list.d/debian.sources',
    '/usr/share/keyrings/debian-archive-keyring.gpg',
  ]
  if (!existsSync(sources) || !existsSync(keys)) return null
  const uri = /^URIs:\s*(\S+)/m.exec(readFileSync(sources, 'utf8'))?.[1]
  const apt = path.join(folder, 'apt')
  for (const each of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(apt, each), { recursive: true })
  writeFileSync(path.join(apt, 'list'), `deb [signed-by=${keys}] ${uri} ${suite} main\n`)
  const options = Object.entries({
    'Dir::Etc::sourcelist': `${apt}/list`,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': `${apt}/state`,
    'Dir::Cache': `${apt}/cache`,
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '0',
  }).flatMap(([key, value]) => ['-o', `${key}=${value}`])
  const untilMs = Date.now() + downloadMs
  const quietly = (command, args) =>
    execFileSync(command, args, { cwd: apt, stdio: 'ignore', timeout: Math.max(1, untilMs - Date.now()) })
  try {
    quietly('apt-get', [...options, 'update'])
    quietly('apt-get', [...options, 'download', name])
    const deb = readdirSync(apt).find((each) => each.endsWith('.deb'))
    quietly('dpkg', ['-x', deb, 'root'])
    return path.join(apt, 'root', binary)
  } catch {
    return null
  }
}

/** A place on this machine that nobody listens at. */
async function freePlace() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `127.0.0.1:${port}`
}

/** A backend that has said that it is ready; null: it has not, and is left out. */
async function start(name, program, args, ready) {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const backend = { said: '' }
  child.on('error', (cause) => (backend.said += `${cause}\n`))
  if (child.pid !== undefined) started.push(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (backend.said += bytes))
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  await until(() => backend.said.includes(ready) || hasEnded())
  if (backend.said.includes(ready) && !hasEnded()) {
    tried.push(name)
    console.log(`${name}: ${program}`)
    return backend
  }
  leaveOut(name, `${program} does not start: ${backend.said.trim().split('\n').at(-1)}`)
  return null
}

async function until(isTrue, seconds = 20) {
  for (let left = seconds * 10; left > 0; left--) {
    if (await isTrue()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_')))

function run(args, env) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/acp-plan-tui.js'), ...args], {
    env: { ...own, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0 || stderr !== '') check(`acp-plan-tui ${args.join(' ')}`, [`status ${status} ${stderr}`])
}

const demo = ['demo', 'checklist', '--speed', '20', '--format', 'text', '--exit-on', 'plans-done']

async function tryVictoriaMetrics() {
  const program =
    programInPath('victoria-metrics') ?? fromDebian('trixie', 'victoria-metrics', 'usr/bin/victoria-metrics')
  if (program === null)
    return leaveOut(
      'VictoriaMetrics',
      `it is not in the PATH and cannot be downloaded within ${downloadMs / 1000} s`,
    )
  const at = await freePlace()
  const naming = '-opentelemetry.usePrometheusNaming'
  const args = [`-storageDataPath=${folder}/vm`, `-httpListenAddr=${at}`, '-search.latencyOffset=0s', naming]
  if ((await start('VictoriaMetrics', program, args, 'started server')) === null) return
  run([...demo, '--otlp', '--record', recording], {
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `http://${at}/opentelemetry/v1/metrics`,
  })
  let missing = expected
  await until(async () => {
    const answer = await fetch(`http://${at}/api/v1/label/__name__/values`)
    const names = (await answer.json()).data
    missing = expected.filter((name) => !names.some((each) => each.startsWith(name.replaceAll('.', '_'))))
    return missing.length === 0
  })
  check('metrics', missing)
  let wrong = []
  // Samples are found a moment later than names.
  await until(async () => {
    wrong = []
    for (const question of questions()) {
      const query = new URLSearchParams({ query: question.replaceAll('$agent', '.*') })
      const { status, data } = await (await fetch(`http://${at}/api/v1/query?${query}`)).json()
      const isAnswered = /acp_(?:session|plan_entry)_\w+/.test(question) && !/ > |increase/.test(question)
      if (status !== 'success' || (isAnswered && data?.result?.[0] === undefined)) wrong.push(question)
    }
    return wrong.length === 0
  })
  check('what the dashboard and the alerts ask', wrong)
}

async function tryCollector() {
  const program = process.env.OTELCOL ?? programInPath('otelcol', 'otelcol-contrib')
  if (program === null) return leaveOut('Collector', 'there is none: name one in $OTELCOL')
  const at = await freePlace()
  const config = path.join(folder, 'config.yaml')
  const pipeline = '{receivers: [otlp], exporters: [debug]}'
  writeFileSync(
    config,
    `receivers: {otlp: {protocols: {http: {endpoint: "${at}"}}}}
exporters: {debug: {verbosity: detailed}}
service:
  telemetry: {metrics: {level: none}}
  pipelines: {metrics: ${pipeline}, traces: ${pipeline}}
`,
  )
  const args = ['--config', `file:${config}`]
  const backend = await start('Collector', program, args, 'Everything is ready')
  if (backend === null) return
  for (const [protocol, compression] of [
    ['http/protobuf', 'none'],
    ['http/json', 'gzip'],
  ]) {
    backend.said = ''
    run([...demo, '--otlp', '--otlp-traces'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${at}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
    })
    const missingOf = (names, form) => names.filter((name) => !form(name).test(backend.said))
    const metrics = () => missingOf(expected, (name) => new RegExp(`-> Name: ${name}\n`))
    const traces = () => missingOf(spans, (name) => new RegExp(`Name +: ${name}\n`))
    await until(() => metrics().length + traces().length === 0)
    check(`metrics as ${protocol}, compression ${compression}`, metrics())
    check(`traces as ${protocol}, compression ${compression}`, traces())
  }
}

try {
  await tryVictoriaMetrics()
  await tryCollector()
} finally {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill()
    await ended
  }
  rmSync(folder, { recursive: true })
}
const listed = (names) => (names.length === 0 ? 'none' : names.join(', '))
console.log(`backends tried: ${listed(tried)}; left out: ${listed(leftOut)}; failures: ${failures}`)
process.exitCode = failures === 0 ? 0 : 1
