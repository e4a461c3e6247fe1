import { describe, expect, test } from 'vitest'
import type { AppMessage } from '../support/scripted-agent.ts'
import { expectGolden, sendPrompt, stage, workingStage } from './stage.ts'

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
})

describe('turns', () => {
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
