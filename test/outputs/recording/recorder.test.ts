import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createRedactor } from '../../../src/app/redact/redactor.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import type { WirePiece } from '../../../src/app/ports/transport.ts'
import { openNewFile } from '../../../src/outputs/recording/appended-file.ts'
import { Recorder, type RecorderOptions, pieceRecord } from '../../../src/outputs/recording/recorder.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { traceHeader, traceRecord } from '../../../src/protocol/trace/trace-schema.ts'
import { WireReader } from '../../../src/protocol/wire/wire-reader.ts'
import { fakeClock, type FakeClock } from '../../agent/fake-clock.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { traceHeader as headerOfTests } from '../../support/trace-header.ts'

const header = { ...headerOfTests, agent: 'claude-agent-acp' }

interface Recording {
  readonly recorder: Recorder
  readonly clock: FakeClock
  readonly file: string
  /** The reasons passed to `onLost`. */
  readonly losses: readonly string[]
  text(): string
}

function recording(options: Partial<RecorderOptions> & { readonly file?: string } = {}): Recording {
  const file = options.file ?? path.join(emptyFolder(), 'run.ndjson')
  const opened = options.fd === undefined ? openNewFile(file) : { ok: true as const, value: options.fd }
  if (!opened.ok) throw new Error(opened.problem.message)
  const clock = fakeClock()
  const losses: string[] = []
  const recorder = new Recorder({
    header,
    clock,
    redactor: null,
    onLost: (why) => losses.push(why),
    ...options,
    fd: opened.value,
  })
  onTestFinished(async () => await recorder.end(0, 'done'))
  return { recorder, clock, file, losses, text: () => readFileSync(file, 'utf8') }
}

function line(text: string | Buffer, more: Partial<WirePiece> = {}): WirePiece {
  const bytes = Buffer.from(text)
  const piece = { direction: 'from-agent', kind: 'line', sizeBytes: bytes.length, atMs: 0, ...more } as const
  return { ...piece, bytes, isMessage: more.isMessage ?? isMessage(piece.kind, bytes) }
}

/** As the agent's client finds out. */
function isMessage(kind: WirePiece['kind'], bytes: Buffer): boolean {
  const part =
    kind === 'line' ? ({ type: 'line', bytes } as const) : ({ type: 'frame', kind, bytes } as const)
  const incoming = new WireReader().read(part)
  return incoming.length === 1 && incoming[0]?.type === 'message'
}

function recordsIn(text: string): readonly TraceRecord[] {
  const reader = new TraceReader()
  const records = text.split('\n').flatMap((each) => reader.push(each))
  expect(reader.fault).toBeNull()
  expect(reader.problems).toEqual([])
  return records
}

const opened: AppEvent = { type: 'link-changed', atMs: 40, link: { state: 'open', sinceMs: 40 } }
const send = (recorder: Recorder, event: AppEvent): void =>
  recorder.onEvent(event, initialState, initialState)

test('events become lines, in order, each with its time', async () => {
  const { recorder, clock, text } = recording()
  recorder.wire(line('{"jsonrpc":"2.0","id":0,"method":"initialize"}', { direction: 'to-agent', atMs: 3 }))
  recorder.wire(line('{"jsonrpc":"2.0", "id":0,  "result":{"é":"🚀\\u0000"}}\r', { atMs: 17.123_456_7 }))
  recorder.wire(line('{"jsonrpc":"2.0","method":"x"}', { atMs: 18 }))
  recorder.wire(line('npm warn "config"', { atMs: 19 }))
  recorder.wire(line('{"jsonrpc":"2.0","method":"framed"}', { kind: 'text', atMs: 20 }))
  recorder.wire(line('{"jsonrpc":"2.0",\n"method":"framed"}', { kind: 'text', atMs: 21 }))
  recorder.wire(line('{"jsonrpc":"2.0","method":"b"}', { kind: 'binary', atMs: 22 }))
  recorder.wire(line(Buffer.from([0x7b, 0xff, 0x7d]), { atMs: 23 }))
  recorder.wire(line('{"beginning', { sizeBytes: 20_000_000, atMs: 24 }))
  send(recorder, opened)
  send(recorder, { type: 'stderr-written', atMs: 41, line: 'listening' })
  send(recorder, {
    type: 'problem-found',
    atMs: 42,
    sessionId: null,
    problem: { code: 'not-json', text: '', weight: 'noted' },
  })
  clock.pass(50)
  recorder.mark('here it is')
  clock.pass(10)
  recorder.resized(120, 40)
  await recorder.end(0, 'done')
  await expect(text()).toMatchFileSnapshot('golden/kinds.ndjson')
  const [first, ...records] = text()
    .trimEnd()
    .split('\n')
    .map((each): unknown => JSON.parse(each))
  expect(traceHeader.safeParse(first).success).toBe(true)
  for (const record of records)
    expect([record, traceRecord.safeParse(record).success]).toEqual([record, true])
})

test('only the owner may read the file, and an existing file is not changed', () => {
  const { file } = recording()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(openNewFile(file)).toEqual({
    ok: false,
    problem: { message: 'the file already exists', hint: 'Give another name, or delete it first.' },
  })
  expect(openNewFile(path.join(file, 'x')).ok).toBe(false)
  expect(openNewFile(path.join(path.dirname(file), 'no', 'x'))).toMatchObject({
    problem: { message: 'its folder does not exist' },
  })
  const taken = path.join(emptyFolder(), 'folder')
  mkdirSync(taken)
  expect(openNewFile(taken)).toMatchObject({ problem: { message: 'the file already exists' } })
})

test('everything is written within the flush interval', async () => {
  const { recorder, clock, text } = recording()
  await expect.poll(text).toContain('"trace"')
  recorder.wire(line('{"jsonrpc":"2.0","method":"first"}'))
  expect(text()).not.toContain('first')
  clock.pass(100)
  await expect.poll(text).toContain('first')
  recorder.wire(line('{"jsonrpc":"2.0","method":"second"}'))
  recorder.saveNow(143, 'interrupted')
  expect(text()).toMatch(/first.*\n.*second.*\n.*"end":\{"status":143,"reason":"interrupted"\}\}\n$/)
})

test('at a sudden end everything is written once, even during a write', () => {
  const { recorder, clock, text } = recording()
  const long = 'x'.repeat(100_000)
  for (let count = 0; count < 50; count++) {
    recorder.wire(line(JSON.stringify({ jsonrpc: '2.0', method: long, id: count })))
    if (count % 7 === 0) clock.pass(100)
  }
  recorder.saveNow(143, 'interrupted')
  const ids = recordsIn(text()).flatMap((record) => (record.type === 'frame' ? [record.line.slice(-5)] : []))
  expect(ids).toEqual(Array.from({ length: 50 }, (_, id) => `"id":${id}}`.slice(-5)))
})

test('times never decrease', async () => {
  const { recorder, text } = recording()
  for (const atMs of [5, 3, 7]) recorder.wire(line('{"jsonrpc":"2.0","method":"x"}', { atMs }))
  await recorder.end(0, 'done')
  expect(recordsIn(text()).map(({ t }) => t)).toEqual([5, 5, 7, 7])
})

test('secrets are redacted in the file, and held back for a limited time', async () => {
  const redactor = createRedactor({
    classes: new Set(['keys', 'paths', 'names', 'hosts']),
    surroundings: { homes: ['/home/dana'], workingDirectories: [], users: ['dana'], hosts: [] },
    rules: null,
  })
  const { recorder, clock, text } = recording({ redactor, header: { ...header, title: 'for dana' } })
  const chunk = (said: string): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } },
      },
    })
  recorder.wire(line(chunk('The key is ghp_16C7e42F292c69')))
  recorder.wire(line(chunk('12E7710c838347Ae178B4a and lies in /home/da')))
  recorder.wire(line(chunk('na/keys')))
  clock.pass(600)
  await expect.poll(text).toMatch(/keys/)
  recorder.mark('dana was here')
  await recorder.end(0, 'done')
  expect(text()).not.toMatch(/ghp_16C7|B4a|dana/)
  expect(recordsIn(text()).map(({ type }) => type)).toEqual(['frame', 'frame', 'frame', 'mark', 'end'])
})

test('documents are recorded when they have changed', async () => {
  const { recorder, text } = recording()
  const shown = {
    state: 'shown',
    uri: 'file:///plan.md',
    text: '# Plan',
    format: 'markdown',
    sizeBytes: 6,
  } as const
  recorder.document({ state: 'loading', uri: 'file:///plan.md' }, 0)
  recorder.document({ ...shown, readAtMs: 1 }, 0)
  recorder.document({ ...shown, readAtMs: 2 }, 0)
  recorder.document({ ...shown, text: '# Plan!', sizeBytes: 7, readAtMs: 3 }, 0)
  recorder.document({ state: 'unavailable', uri: 'file:///plan.md', reason: { kind: 'binary' } }, 0)
  await recorder.end(0, 'done')
  const notes = recordsIn(text()).flatMap((record) => (record.type === 'event' ? [record.event] : []))
  expect(notes).toEqual([
    { type: 'document', ...shown },
    { type: 'document', ...shown, text: '# Plan!', sizeBytes: 7 },
    { type: 'document', uri: 'file:///plan.md', state: 'unavailable', reason: { kind: 'binary' } },
  ])
})

test('a full disk is reported once, and nothing throws', async () => {
  const { recorder, clock, losses } = recording({ fd: openSync('/dev/full', 'w') })
  await expect.poll(() => losses).toEqual(['the disk is full'])
  recorder.wire(line('{"jsonrpc":"2.0","method":"x"}'))
  recorder.mark('x')
  clock.pass(5000)
  await recorder.end(0, 'done')
  recorder.saveNow(143, 'interrupted')
  expect(losses).toEqual(['the disk is full'])
})

test('a file that cannot be written is reported', async () => {
  const file = path.join(emptyFolder(), 'run.ndjson')
  closeSync(openSync(file, 'w'))
  const { losses } = recording({ fd: openSync(file, 'r') })
  await expect.poll(() => losses).toEqual(['it cannot be written (EBADF)'])
})

test('a deleted or truncated file is reported', async () => {
  const gone = recording()
  rmSync(gone.file)
  gone.clock.pass(2000)
  await expect.poll(() => gone.losses).toEqual(['the file was deleted'])

  const cut = recording()
  await expect.poll(cut.text).toContain('"trace"')
  truncateSync(cut.file)
  const lookedAgain = (): readonly string[] => (cut.clock.pass(2000), cut.losses)
  await expect.poll(lookedAgain).toEqual(['another program has truncated the file'])
})

test('memory is bounded if the disk is slow', () => {
  const { recorder, losses } = recording()
  const bytes = Buffer.from(`{"jsonrpc":"2.0","method":"${'x'.repeat(8 * 1024 * 1024)}"}`)
  for (let count = 0; count < 10; count++) recorder.wire(line(bytes, { isMessage: true }))
  expect(losses).toEqual(['the disk is too slow'])
})

test('any wire data is read back unchanged', async () => {
  const anyBytes = fc.oneof(
    fc.json().map((json) => Buffer.from(json)),
    fc
      .record({
        jsonrpc: fc.constant('2.0'),
        method: fc.string({ unit: anyCharacter }),
        params: fc.jsonValue(),
      })
      .map((message) => Buffer.from(JSON.stringify(message))),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text.replaceAll('\n', ''))),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
    fc
      .constantFrom('{"jsonrpc":"2.0","method":"a"} ', '\ufeff{"jsonrpc":"2.0","method":"a"}', '')
      .map((text) => Buffer.from(text)),
  )
  const anyPiece = fc
    .record({
      direction: fc.constantFrom('from-agent' as const, 'to-agent' as const),
      kind: fc.constantFrom('line' as const, 'text' as const, 'binary' as const),
      bytes: anyBytes,
      atMs: fc.integer({ min: 0, max: 1000 }),
    })
    .map(({ bytes, ...piece }) => line(bytes, piece))
  await fc.assert(
    fc.asyncProperty(fc.array(anyPiece, { minLength: 1 }), async (pieces) => {
      const file = path.join(emptyFolder(), 'run.ndjson')
      const { recorder, text } = recording({ file })
      for (const piece of pieces) recorder.wire(piece)
      await recorder.end(3, 'exited')
      let t = 0
      const passed = pieces.map((piece) => pieceRecord(piece, (t = Math.max(t, piece.atMs))))
      expect(recordsIn(text())).toEqual([...passed, { t, type: 'end', status: 3, reason: 'exited' }])
    }),
    { numRuns: 50 },
  )
})
