import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { fail, ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { redactClasses } from '../../app/redact/redact-config.ts'
import { attributesOf, type Signal } from '../../outputs/otlp/otlp-messages.ts'
import type { Endpoint, SendParts } from '../../outputs/otlp/delivery.ts'
import { sendTelemetry, type OtlpSettings } from '../../outputs/otlp/telemetry.ts'
import type { Watcher } from '../../outputs/watcher.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import { workingFolder } from '../../system/user-environment.ts'
import type { SystemHost } from '../../system/host.ts'
import type { TelemetryWish } from '../arguments/flags.ts'
import { programVersion as version } from '../host/version.ts'

/** Certificates and keys are short. */
const maxFileBytes = 1024 * 1024
const fileHint = 'It is named by a variable that begins with OTEL_EXPORTER_OTLP_.'

const both = 'Give both, or none.'
/** Which option asks for which signal. */
const options = { metrics: 'otlp', traces: 'otlp-traces' } as const

/** Makes telemetry; `remark` tells the user what is wrong with the backend. */
export type MakeTelemetry = (remark: (text: string) => void) => Watcher

/** The telemetry that a command line asks for, by the variables of OpenTelemetry. null: these switch it off. */
export async function openTelemetry(
  wish: TelemetryWish,
  { process: { env, platform }, clock, log }: Pick<SystemHost, 'process' | 'clock' | 'log'>,
): Promise<Result<MakeTelemetry | null, UsageError>> {
  const has = (name: string): boolean => wish.includes(name)
  const [isPerSession, hasContent] = [has('otlp-per-session'), has('otlp-content')]
  if (isPerSession && !has('otlp')) return usage('--otlp-per-session needs --otlp', both)
  if (hasContent && !has('otlp-traces')) return usage('--otlp-content needs --otlp-traces', both)
  const signals = (['metrics', 'traces'] as const).filter((signal) => has(options[signal]))
  const read = readOtlpSettings(env, signals)
  if (!read.ok) return read
  const settings = read.value
  const note = (line: string): void => log?.note(line)
  for (const warning of settings.warnings) note(`telemetry: ${warning}`)
  if (settings.endpoints.length === 0) {
    note('telemetry: switched off by the environment')
    return ok(null)
  }
  const files = new Map<string | null, string>()
  for (const { certificate, clientKey, clientCertificate } of settings.endpoints)
    for (const file of [certificate, clientKey, clientCertificate]) {
      if (file === null) continue
      const content = readRegularFile(file, maxFileBytes)
      if (!content.ok)
        return fail({ message: `${file}: ${fileFaultWords(content.problem)}`, hint: fileHint, status: 4 })
      files.set(file, content.value.toString('utf8'))
    }
  const shown = hasContent ? await redacted() : null
  const resource = attributesOf({
    'service.name': 'acp-plan-tui',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': os.hostname(),
    'os.type': platform === 'win32' ? 'windows' : platform,
    ...settings.resource,
  })
  const userAgent = `OTel-OTLP-Exporter-acp-plan-tui/${version}`
  const tlsOf = (endpoint: Endpoint): SendParts['tls'] => ({
    ca: files.get(endpoint.certificate),
    key: files.get(endpoint.clientKey),
    cert: files.get(endpoint.clientCertificate),
  })
  return ok((remark) =>
    sendTelemetry({
      settings,
      isPerSession,
      shown,
      resource,
      version,
      userAgent,
      clock,
      random: Math.random,
      note,
      remark,
      tlsOf,
    }),
  )
}

const maxText = 1000

/** Makes texts ready to be sent: without what `--redact` finds, and cut. */
async function redacted(): Promise<(text: string) => string> {
  const { readRedactor } = await import('../redaction/read-redactor.ts')
  const redactor = await readRedactor([redactClasses.join()], [workingFolder() ?? '.'])
  if (!redactor.ok) throw new Error(redactor.problem.message)
  return (text) => redactor.value.text(text).slice(0, maxText)
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What the environment says of `signals`. A variable with a value that means nothing is ignored, as the specification wants; where nothing could be
 * sent at all, it is an error. https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readOtlpSettings(
  env: Environment,
  signals: readonly Signal[],
): Result<OtlpSettings, UsageError> {
  const warnings: string[] = []
  const read = new Variables(env, warnings)
  const isOff = read.choice('OTEL_SDK_DISABLED', ['true', 'false']) === 'true'
  const endpoints: Endpoint[] = []
  for (const signal of isOff ? [] : signals) {
    if (read.choice(`OTEL_${signal.toUpperCase()}_EXPORTER`, ['otlp', 'none']) === 'none') continue
    const endpoint = readEndpoint(read, signal)
    if (!endpoint.ok) return endpoint
    endpoints.push(endpoint.value)
  }
  const temporality = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE'
  const preferred = read.choice(temporality, ['cumulative', 'delta', 'lowmemory'])
  const attributes = read.pairs('OTEL_RESOURCE_ATTRIBUTES')
  const name = read.text('OTEL_SERVICE_NAME')
  return ok({
    endpoints,
    resource: name === null ? attributes : { ...attributes, 'service.name': name },
    metricsEveryMs: read.ms('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000,
    isDelta: preferred === 'delta' || preferred === 'lowmemory',
    warnings,
  })
}

function readEndpoint(read: Variables, signal: Signal): Result<Endpoint, UsageError> {
  const [common, own] = ['OTEL_EXPORTER_OTLP_', `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_`]
  /** The variable of the signal, else that of all. */
  const nameOf = (name: string): string => (read.text(own + name) === null ? common + name : own + name)
  const protocol = read.choice(nameOf('PROTOCOL'), ['http/protobuf', 'http/json', 'grpc'])
  if (protocol === 'grpc')
    return usage(
      `${nameOf('PROTOCOL')} is grpc, which is not supported`,
      'Set it to http/protobuf, and the endpoint to the port for HTTP, in most collectors 4318 (4317 is that for gRPC).',
    )
  const place = nameOf('ENDPOINT')
  const address = read.text(place) ?? 'http://localhost:4318'
  const base = place.startsWith(own) ? address : `${address.replace(/\/$/, '')}/v1/${signal}`
  const url = URL.canParse(base) ? new URL(base) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    return usage(
      `${place} is no address of HTTP`,
      'For example http://localhost:4318, or https://otlp.example:4318.',
    )
  return ok({
    signal,
    url,
    isJson: protocol === 'http/json',
    isGzipped: read.choice(nameOf('COMPRESSION'), ['gzip', 'none']) === 'gzip',
    headers: read.pairs(nameOf('HEADERS')),
    timeoutMs: read.ms(nameOf('TIMEOUT')) ?? 10_000,
    certificate: read.text(nameOf('CERTIFICATE')),
    clientKey: read.text(nameOf('CLIENT_KEY')),
    clientCertificate: read.text(nameOf('CLIENT_CERTIFICATE')),
  })
}

/** Reads variables by the rules that hold for all of OpenTelemetry: an empty one is not set. */
class Variables {
  readonly #env: Environment
  readonly #warnings: string[]

  constructor(env: Environment, warnings: string[]) {
    this.#env = env
    this.#warnings = warnings
  }

  text(name: string): string | null {
    const text = this.#env[name]?.trim() ?? ''
    return text === '' ? null : text
  }

  choice<Value extends string>(name: string, values: readonly Value[]): Value | null {
    const text = this.text(name)?.toLowerCase() ?? null
    const found = values.find((value) => value === text) ?? null
    if (text !== null && found === null) this.#warn(`${name} must be one of ${values.join(', ')}`)
    return found
  }

  ms(name: string): number | null {
    const text = this.text(name)
    const number = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (text !== null && number === 0) this.#warn(`${name} must be a number of milliseconds above 0`)
    return number === 0 ? null : number
  }

  /** `key=value,key=value`, where values may be percent-encoded. https://www.w3.org/TR/baggage/#header-content */
  pairs(name: string): Readonly<Record<string, string>> {
    const pairs: [string, string][] = []
    for (const part of (this.text(name) ?? '').split(',')) {
      if (part.trim() === '') continue
      const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
      const decoded = decodedPercents(value)
      if (key === '' || decoded === null) this.#warn(`${name} must be a list of key=value`)
      else pairs.push([key, decoded])
    }
    return Object.fromEntries(pairs)
  }

  /** Without the value: headers hold secrets. */
  #warn(words: string): void {
    this.#warnings.push(`${words}; what it says is ignored`)
  }
}

function decodedPercents(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
