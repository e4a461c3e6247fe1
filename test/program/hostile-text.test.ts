import { describe, expect, test } from 'vitest'
import { foreignCharacters } from '../support/formats/own-sequences.ts'
import { items, planUpdate, said, screenModes, workingStage, type Stage } from './stage.ts'

/** Each does something to a terminal that lets it through; `EVIL` marks the texts around it. */
const attacks: readonly string[] = [
  '\u001b]52;c;RVZJTA==\u0007',
  '\u001b]0;EVIL title\u0007',
  '\u001b]2;EVIL title\u001b\\',
  '\u001b]8;;javascript:EVIL\u001b\\click\u001b]8;;\u001b\\',
  '\u001b]1337;File=name=EVIL:AAAA\u0007',
  '\u001b[2J\u001b[H',
  '\u001b[?1049l',
  '\u001b[?2004l\u001b[?1000h',
  '\u001bc',
  '\u001bP+q544e\u001b\\',
  '\u001b_EVIL\u001b\\',
  '\u001b[31;5m',
  '\u009b2J',
  '\u009d0;EVIL title\u009c',
  '\u0090q\u009c',
  'over\rwritten\b\b\b',
  '&#27;[2J&#x1b;]0;EVIL title&#7;',
  '\u202eEVIL\u2066\u2069',
  '\u200b'.repeat(500),
  `a${'\u0301'.repeat(1000)}`,
  '\ud800 alone \udc00',
  '\u0000\u0007\u000b\u000c\u000e',
]
const evil = `x${attacks.join('x')}x`

function foreign(bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8')
  return [...foreignCharacters(text), ...(text.includes('\ufffd\ufffd') ? ['half a character'] : [])]
}

/** Looks at everything there is, so that every text was drawn. */
async function lookAround({ screen }: Pick<Stage, 'screen'>): Promise<void> {
  for (const [key, title] of [
    ['a', 'Conversation'],
    ['e', 'stderr'],
    ['!', 'Problems'],
    ['?', 'Keys'],
  ] as const) {
    await screen.type(key).shows(title)
  }
  await screen.press('escape').gone('esc close')
  for (const tab of ['1', '2', '3', '4']) {
    screen.type(tab)
    screen.press('down', 'down')
    await screen.idle()
  }
}

describe('nothing an agent writes acts on the terminal', () => {
  test.each([
    [80, 24],
    [40, 12],
  ])(
    '%ix%i: in contents, titles, ids, names, stderr, messages, errors and answers',
    async (columns, rows) => {
      const name = { name: `EVIL${evil}`, title: evil, version: evil }
      const { agent, screen, turn } = await workingStage({
        columns,
        rows,
        handshake: { sessionId: `id-${evil}`, initialize: { agentInfo: name } },
      })
      await agent.writeStderr(`${evil}\nEVIL ${evil}\n`)
      await agent.update({ sessionUpdate: 'session_info_update', title: `EVIL ${evil}` })
      const hostileStep = { content: `EVIL ${evil}`, status: evil, priority: evil }
      await agent.update(planUpdate({ ...items(hostileStep, hostileStep), planId: evil, title: evil }))
      const markdown = `# EVIL ${evil}\n\n${evil}\n\n\`\`\`${evil}\n${evil}\n\`\`\`\n\n| ${evil.replaceAll('\r', '')} | b |\n|-|-|\n| 1 | 2 |\n\n[link](javascript:EVIL) [ok](https://example.org/) ![i](file:///EVIL) <script>${evil}</script>\n`
      await agent.update(planUpdate({ type: 'markdown', planId: 'markdown', content: markdown }))
      await agent.update(planUpdate({ type: `_${evil}`, planId: 'other', [evil]: { [evil]: [evil] } }))
      await agent.update(
        planUpdate({
          type: 'file',
          planId: 'file',
          uri: `data:text/plain,${encodeURIComponent(evil.replaceAll(/[\0\ud800-\udfff]/g, ''))}`,
        }),
      )
      await agent.update(said(evil))
      await agent.update({
        sessionUpdate: 'tool_call',
        toolCallId: evil,
        title: evil,
        kind: evil,
        status: evil,
      })
      await agent.update(planUpdate({ type: 'items', planId: 'bad', entries: [{ [evil]: evil }] }))
      await agent.write(`${evil.replaceAll('\n', '')}\n`)
      await screen.shows('!')
      await lookAround({ screen })
      const question = agent.asks(
        { toolCallId: '1', title: `EVIL ${evil}`, kind: evil, rawInput: { command: evil } },
        `allow_once EVIL ${evil}`,
      )
      await screen.shows('enter choose')
      screen.press('enter')
      await question
      await screen.gone('enter choose')
      await agent.update({ sessionUpdate: 'plan_removed', planId: evil })
      await screen.shows('removed')
      await agent.respondError(turn, { code: -32000, message: `EVIL ${evil}` })
      await screen.shows('turn failed')
      await agent.writeStderr(`${evil}\nEVIL ${evil}\n`)
      await agent.exit(3)
      await screen.shows('R ')
      expect(screen.title()).toMatch(/^acp-plan-tui(?: · [a-z ]*(?:\d+\/\d+)?)?$/)
      expect(screen.modes()).toEqual(screenModes)
      expect(screen.text().split('\n')[0]).toContain('stopped, status 3')
      screen.type('qq')
      expect(await screen.exit()).toMatchObject({ code: 7 })
      expect(screen.title()).toBe('')
      expect(foreign(screen.raw())).toEqual([])
      expect(screen.modes()).toEqual([])
      expect(screen.hasTerminalRestored()).toBe(true)
    },
  )
})

test('the same on the lines after the end: nothing of the agent’s words acts on the shell', async () => {
  const { agent, screen } = await workingStage({ args: ['--exit-on', 'idle'] })
  await agent.respondError(await Promise.resolve({ id: 2 }), { code: -1, message: evil })
  await agent.writeStderr(`${evil}\n`)
  await agent.exit(9)
  expect(await screen.exit()).toMatchObject({ code: 7 })
  expect(foreign(screen.raw())).toEqual([])
  expect(screen.scrollback()).toContain('acp-plan-tui: ')
})
