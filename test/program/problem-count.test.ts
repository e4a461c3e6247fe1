import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'

/** The source of an agent that writes some lines, first of all or in its turn. */
function agentWriting(lines: {
  readonly first?: readonly string[]
  readonly inTurn?: readonly string[]
}): string {
  const { first = [], inTurn = [] } = lines
  return `
    const write = (lines) => lines.forEach((line) => process.stdout.write(line + '\\n'))
    const send = (message) => write([JSON.stringify({ jsonrpc: '2.0', ...message })])
    write(${JSON.stringify(first)})
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'initialize') send({ id, result: { protocolVersion: 1 } })
      else if (method === 'session/new') send({ id, result: { sessionId: 's' } })
      else if (method === 'session/prompt') {
        write(${JSON.stringify(inTurn)})
        send({ id, result: { stopReason: 'end_turn' } })
      }
    })`
}

function update(content: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: content },
  })
}

const entry = { content: 'One', priority: 'medium', status: 'pending' }
const good = update({ sessionUpdate: 'plan', entries: [entry] })
const badEntry = update({ sessionUpdate: 'plan', entries: [entry, { content: 3 }] })
const refused = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'fs/watch', params: {} })
const proposal = (text: string): string =>
  update({
    sessionUpdate: 'agent_message_chunk',
    messageId: text,
    content: { type: 'text', text: `<proposed_plan>\n# ${text}\n</proposed_plan>` },
  })
const drawn = Array.from({ length: 239 }, (_, at) => `\u001b[${at + 1};1H\u001b[Kframe ${at}`)

test('one run has one number of problems, wherever it is told', async () => {
  const inTurn = [
    good,
    'INFO 1',
    badEntry,
    refused,
    'INFO 2',
    badEntry,
    'INFO 3',
    proposal('One'),
    proposal('Two'),
  ]
  const command = [process.execPath, '-e', agentWriting({ inTurn })]
  const file = path.join(emptyFolder(), 'run.ndjson')
  const [text, json, lint] = await Promise.all([
    stdoutOf(['--prompt', 'Go', '--format', 'text', '--record', file], command),
    stdoutOf(['--prompt', 'Go', '--format', 'json'], command),
    stdoutOf(['lint', '--prompt', 'Go'], command),
  ])
  expect([inText(text), inJson(json), inLint(lint)]).toEqual([3, 3, 3])
  expect(inText(await stdoutOf(['replay', file, '--format', 'text']))).toBe(3)
  expect(inJson(await stdoutOf(['replay', file, '--format', 'json']))).toBe(3)
  expect(inLint(await stdoutOf(['lint', file]))).toBe(3)
  expect(inJson(await stdoutOf(['lint', file, '--format', 'json']))).toBe(3)
  expect(await onScreen(file)).toEqual([3, 3])
})

async function stdoutOf(args: readonly string[], command?: readonly string[]): Promise<string> {
  const { stdout } = await (command === undefined ? runHere({ args }) : runApp({ args, command }))
  return stdout
}

function inText(stdout: string): number {
  return Number(/problems in all: (\d+)/.exec(stdout)?.[1] ?? 0)
}

function inJson(stdout: string): unknown {
  return (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { problems: unknown }).problems
}

function inLint(stdout: string): number {
  return Number(/: (\d+) problems?; /.exec(stdout)?.[1] ?? 0)
}

/** What the header says, and the problems panel. */
async function onScreen(file: string): Promise<readonly number[]> {
  const args = ['replay', file, '--no-animation', '--speed', '100']
  const screen = await openInProcess({ columns: 100, rows: 60, args })
  await screen.shows(/! \d+ problem/)
  await screen.pass(1000)
  const header = Number(/! (\d+) problem/.exec(screen.text())?.[1] ?? 0)
  screen.type('!')
  await screen.idle()
  await screen.pass(1000)
  return [header, Number(/The header counts (\d+) problem/.exec(screen.text())?.[1] ?? 0)]
}

test('many lines that are no messages are told in one sentence', async () => {
  const file = path.join(emptyFolder(), 'run.ndjson')
  const command = [process.execPath, '-e', `${agentWriting({ first: drawn })};process.exit(3)`]
  const { stdout, stderr } = await runApp({
    args: ['--protocol', '1', '--prompt', 'Go', '--format', 'text', '--record', file],
    command,
  })
  expect(stdout.match(/problem: /g)).toHaveLength(2)
  const sentence = '239 lines that are no JSON: it looks like a program for terminals'
  expect(stdout).toContain(`problem: ${sentence}. Start it with its ACP switch, such as --acp or acp.`)
  expect(stderr).toContain(`It wrote ${sentence}.\n  Start it with its ACP switch, such as --acp or acp.`)
  expect(readFileSync(file, 'utf8').match(/frame \d/g)).toHaveLength(239)
  const lint = await stdoutOf(['lint', file])
  expect(lint.replaceAll(/\s+/g, ' ')).toContain(sentence)
  expect(lint).toMatch(/: 1 problem; 1 error/)
  const screen = await openInProcess({ columns: 80, rows: 24, args: ['replay', file, '--no-animation'] })
  await screen.shows(/The agent wrote 239 lines that are no JSON: it looks like a program for\s+terminals/)
})
