import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../src/protocol/wire/message.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { anywhere, onAnnasLaptop, redactAll, redactKnowing } from './stage.ts'

interface Recorded {
  readonly t: number
  readonly dir: 'client>agent' | 'agent>client'
  readonly frame: unknown
}

function recordsOf(name: string): readonly TraceRecord[] {
  const path = fileURLToPath(new URL(`../../recordings/${name}.ndjson`, import.meta.url))
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded)
    .map(({ t, dir, frame }) => ({
      t,
      type: 'frame',
      dir: dir === 'agent>client' ? 'from-agent' : 'to-agent',
      line: JSON.stringify(frame),
    }))
}

/** What is put into a recording, where a run would have it. */
const plantedAt: Readonly<Record<string, string>> = {
  cwd: '/home/robert/clients/bank',
  path: '/home/robert/clients/bank/src/parser.ts',
  file_path: String.raw`C:\Users\Robert\parser.ts`,
  content: 'Ask mia@corp.de before step 2 of /home/robert/clients/bank/plan.md',
  title: 'Read /home/robert/.ssh/config on roberts-macbook.local',
  command: 'curl -H "Authorization: Bearer abc123def456" https://ci.acme.de/?token=zyxw9876',
  description: 'uses ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  text: 'export API_KEY=q1w2e3r4t5; postgres://app:hunter2pass@192.168.1.17/db',
}

const secrets = [
  'robert',
  'clients',
  'bank',
  'mia',
  'corp',
  'macbook',
  'abc123',
  'acme',
  'zyxw',
  'ghp_abc',
  'q1w2',
  'hunter2',
  '192.168',
  'MIIE',
  'sk-ant-api03-A',
]

function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, inner]) => {
    const planted = typeof inner === 'string' ? plantedAt[key] : undefined
    return [key, planted ?? plant(inner)] as const
  })
  return Object.fromEntries(members)
}

function planted(name: string): readonly TraceRecord[] {
  const records = recordsOf(name).map((record) =>
    record.type === 'frame' ? { ...record, line: JSON.stringify(plant(JSON.parse(record.line))) } : record,
  )
  const t = records.at(-1)?.t ?? 0
  const stderr = [
    'using sk-ant-api03-AAbb11CCdd22EEff33',
    '-----BEGIN PRIVATE KEY-----',
    'MIIEvQIBADAN',
    '-----END PRIVATE KEY-----',
  ]
  return [
    ...records,
    ...stderr.map((line): TraceRecord => ({ t, type: 'stderr', line })),
    {
      t,
      type: 'frame',
      dir: 'from-agent',
      line: `not JSON: {"password": "hunter2pass", "p": "C:\\\\Users\\\\robert"`,
    },
    { t, type: 'mark', text: 'robert looks at roberts-macbook.local' },
    {
      t,
      type: 'event',
      event: { type: 'prompt-queued', text: 'mail mia@corp.de', env: { MY_TOKEN: 'q1w2e3r4t5' } },
    },
    { t, type: 'end', status: 1, reason: 'cannot read /home/robert/x' },
  ]
}

/** What messages are known by, and how they are built. */
function bones(records: readonly TraceRecord[]): readonly unknown[] {
  return records.map((record) => (record.type === 'frame' ? bone(parsed(record.line), '') : record.type))
}

function bone(value: unknown, key: string): unknown {
  if (typeof value === 'string')
    return /^(?:id|method|type|sessionUpdate|kind|status|\w+Id)$/.test(key) ? value : ''
  if (Array.isArray(value)) return value.map((inner) => bone(inner, key))
  if (!isObject(value)) return value
  return Object.entries(value).map(([inner, held]) => [inner, bone(held, inner)])
}

function parsed(line: string): unknown {
  return line.startsWith('{') ? (JSON.parse(line) as JsonObject) : line
}

const names = [
  'claude-caps-todo',
  'claude-v2-plan-cfg_mode_plan',
  'codex-caps-plan-cfg_collaboration_mode_plan',
  'gemini-caps-todo',
]

describe.each(names)('%s', (name) => {
  test('no planted secret is left, and messages keep their meaning', () => {
    const records = planted(name)
    const redactor = anywhere()
    const redacted = redactKnowing(redactor, records)
    const text = JSON.stringify(redacted)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(bones(redacted.slice(0, -8))).toEqual(bones(records.slice(0, -8)))
    expect(redacted.map(({ t, type }) => ({ t, type }))).toEqual(records.map(({ t, type }) => ({ t, type })))
    for (const record of redacted)
      if (record.type === 'frame') expect(redactor.leaks(record.line)).toEqual([])
  })

  test('redacting twice changes nothing more', () => {
    const known = redactKnowing(anywhere(), planted(name))
    expect(redactKnowing(anywhere(), known)).toEqual(known)
    const streamed = redactAll(onAnnasLaptop(), planted(name))
    expect(redactAll(onAnnasLaptop(), streamed)).toEqual(streamed)
  })

  test('a trace without private data is not changed', () => {
    const records = recordsOf(name)
    expect(redactKnowing(anywhere(), records)).toEqual(records)
  })
})
