import { expect, test } from 'vitest'
import { expectGolden, plan, workingStage, type Stage } from './stage.ts'

function updateLine(agent: Stage['agent'], ...entries: readonly string[]): string {
  const params = { sessionId: agent.sessionId, update: plan(...entries) }
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })
}

/** What a decoder must live through: what it is, what comes, how many problems that makes. */
const junk: readonly (readonly [string, (line: string) => string | Buffer, number])[] = [
  ['a banner before it', (line) => `\nWelcome to the agent! (c) 2026\n${line}\n`, 1],
  ['half a line of JSON before it', (line) => `{"jsonrpc":"2.0","met\n${line}\n`, 1],
  ['CRLF at its end', (line) => `${line}\r\n`, 0],
  ['blank lines around it', (line) => `\n\r\n  \n${line}\n\n`, 0],
  ['a byte-order mark', (line) => `\ufeff${line}\n`, 0],
  [
    'invalid UTF-8 before it',
    (line) => Buffer.concat([Buffer.from([0xc3, 0x28, 0xff, 10]), Buffer.from(`${line}\n`)]),
    // The line is one more that is no JSON, as the banner is.
    1,
  ],
  ['another object on its line', (line) => `{"jsonrpc":"2.0","method":"_x","params":{}}${line}\n`, 1],
  ['a log line glued to it', (line) => `[info] ready ${line}\n`, 1],
  ['a batch around it', (line) => `[${line}]\n`, 1],
  ['a number, a string and null before it', (line) => `42\n"hello"\nnull\n${line}\n`, 3],
  ['an object that is no message', (line) => `{"level":"info"}\n${line}\n`, 1],
  ['a response to nothing', (line) => `{"jsonrpc":"2.0","id":9001,"result":{}}\n${line}\n`, 1],
  [
    'an error to nothing',
    (line) => `{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"x"}}\n${line}\n`,
    1,
  ],
  ['a response with a text for its id', (line) => `{"jsonrpc":"2.0","id":"0","result":{}}\n${line}\n`, 1],
]

test('a plan is shown, and nothing is ever written back for all that an agent may write beside it', async () => {
  const { agent, screen } = await workingStage({ rows: 60, columns: 120 })
  await agent.update(plan('now Begin'))
  await screen.shows('Begin')
  const written = agent.lines().length
  let problems = 0
  for (const [name, bytes, count] of junk) {
    problems += count
    await agent.write(bytes(updateLine(agent, `now ${name}`)))
    await screen.shows(`» ${name}`)
    if (problems > 0) await screen.shows(`! ${problems} problem`)
  }
  await screen.type('!').shows('Effect:')
  screen.type('g')
  await expectGolden(screen, 'wire-problems.120x60')
  expect(agent.lines().slice(written)).toEqual([])
})
