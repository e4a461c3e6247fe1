import { describe, expect, test } from 'vitest'
import type { AppMessage } from '../support/scripted-agent.ts'
import { expectGolden, plan, sendPrompt, stage, workingStage } from './stage.ts'

function textOf(prompt: AppMessage): unknown {
  return (prompt.params?.['prompt'] as readonly { readonly text: unknown }[] | undefined)?.[0]?.text
}

describe('the prompt line', () => {
  test('is edited, spans lines, and is sent as it was written', async () => {
    const { agent, screen } = await stage()
    screen.press('enter')
    await screen.shows('enter send')
    screen.type('Splt the tokenizer')
    await screen.shows('Splt the tokenizer')
    screen.press('home', 'right', 'right', 'right')
    screen.type('i')
    await screen.shows('Split the tokenizer')
    screen.press('end', 'alt-enter')
    screen.type('and test it')
    screen.press('ctrl-j')
    screen.type('日本語 — é 👩‍👩‍👧!')
    // The family takes three columns in this terminal; what follows stands where it does in those that draw it in two.
    await screen.shows('👩‍👩‍!')
    await expectGolden(screen, 'prompt-lines')
    screen.press('backspace', 'backspace')
    screen.press('enter')
    expect(textOf(await agent.prompted())).toBe('Split the tokenizer\nand test it\n日本語 — é ')
    await screen.shows('working')
  })

  test('pasted text is text: its line breaks send nothing, its keys act on nothing', async () => {
    const { agent, screen } = await stage()
    screen.paste('q first line\r\nsecond \u001b[2J line\n\u0003third')
    await screen.shows('third')
    await expectGolden(screen, 'prompt-pasted')
    expect(agent.lines().join('\n')).not.toContain('session/prompt')
    screen.press('enter')
    const sent = textOf(await agent.prompted())
    expect(sent).toMatch(/^q first line\nsecond .*line\n.*third$/)
    expect(sent).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  test('its history comes with ↑, what was begun comes back with ↓, esc leaves it standing', async () => {
    const { agent, screen } = await stage()
    for (const text of ['first prompt', 'second prompt']) {
      await sendPrompt(screen, text)
      const turn = await agent.prompted()
      expect(textOf(turn)).toBe(text)
      await agent.endTurn(turn)
      await screen.shows(/idle after/)
    }
    screen.press('enter')
    screen.type('a dra')
    await screen.shows('a dra')
    screen.press('up')
    await screen.shows('› second prompt')
    screen.press('up')
    await screen.shows('› first prompt')
    screen.press('down', 'down')
    await screen.shows('› a dra')
    screen.press('escape')
    await screen.gone('enter send')
    await screen.shows('draft: a dra')
    screen.press('enter')
    await screen.shows('enter send')
    screen.type('ft')
    await screen.shows('› a draft')
    screen.press('ctrl-c')
    await screen.gone('a draft')
  })

  test('takes a long text and shows the part that is written', async () => {
    const { agent, screen } = await stage({ columns: 40, rows: 12 })
    screen.press('enter')
    await screen.shows('enter send')
    screen.type('word '.repeat(40))
    screen.type('the end')
    await screen.shows('the end')
    await expectGolden(screen, 'prompt-long.40x12')
    screen.press('enter')
    expect(textOf(await agent.prompted())).toBe(`${'word '.repeat(40)}the end`)
  })
})

describe('turns', () => {
  test('what is written while a turn runs waits for its end', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.update(plan('now Read'))
    await screen.shows('» Read')
    for (const text of ['then this', 'and that']) {
      await sendPrompt(screen, text)
      await screen.gone('enter send')
    }
    await screen.shows('2 prompts waiting')
    await agent.endTurn(turn)
    const second = await agent.prompted()
    expect(textOf(second)).toBe('then this')
    await screen.shows('1 prompt waiting')
    await agent.endTurn(second)
    expect(textOf(await agent.prompted())).toBe('and that')
    await screen.gone('waiting')
  })

  test.each([1, 2] as const)('v%i: esc twice cancels one, and says how it ended', async (protocolVersion) => {
    const { agent, screen, turn } = await workingStage({ handshake: { protocolVersion } })
    await agent.update(plan('now Read'))
    await screen.shows('» Read')
    screen.press('escape', 'escape')
    expect((await agent.received('session/cancel')).params).toEqual({ sessionId: 'session-1' })
    await screen.shows('cancelling')
    await agent.endTurn(turn, 'cancelled')
    await screen.shows('cancelled after')
    await screen.shows('Read')
  })

  test('that end otherwise say so, and the next prompt goes', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.endTurn(turn, 'max_tokens')
    await screen.shows('token limit')
    await sendPrompt(screen, 'go on')
    await agent.respondError(await agent.prompted(), { code: -32603, message: 'no model today' })
    await screen.shows('no model today')
    await expectGolden(screen, 'turn-failed')
  })
})

test('keys that are typed while the screen is loaded are neither lost nor echoed', async () => {
  const { agent, screen } = await stage({ handshake: null })
  await screen.shows('starting')
  screen.type('\rtyped early')
  await agent.answerHandshake()
  await screen.shows('› typed early')
  await screen.shows('No prompt was sent')
  expect(screen.text().split('\n')[0]).toMatch(/^ scripted-agent/)
  screen.press('enter')
  expect(textOf(await agent.prompted())).toBe('typed early')
})
