import { currentSession, isOnlyShown, type AppState } from '../../../app/state/app-state.ts'
import { settingEntries } from '../../pickers/choices-picker.ts'
import { startedPicker, type UiState } from '../../state/ui-state.ts'
import { baselinesOf, sinceWords } from '../../state/baseline.ts'
import type { PaletteEntry } from '../../state/palette.ts'
import { openLayers } from '../../state/open-layers.ts'
import { firstKey, type KeyMap } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-press.ts'
import type { KeyContext, KeyResult } from '../layer.ts'
import type { AnyCommand } from '../../keys/key-table.ts'

/** Carries out a command on the screen as it is. */
export type TryCommand = (command: AnyCommand) => KeyResult

/** Opens the palette with the commands and values that make sense now. */
export function openedPalette(ui: UiState, context: KeyContext, tried: TryCommand): UiState {
  const { state } = context
  const entries = [
    ...commandEntries(ui, state, tried),
    ...tabEntries(ui, context),
    ...baselineEntries(ui, state),
    ...valueEntries(state),
  ]
  const picker = startedPicker({ kind: 'commands', entries, panel: ui.panel })
  return { ...ui, panel: null, picker, message: null }
}

/** What most entries have not. */
const plain = { key: '', detail: '', isRisky: false } as const

/** Commands that an entry for each of their values stands for, or that have no effect from here. */
const unlisted: ReadonlySet<AnyCommand> = new Set(['palette', 'pick-plan'])

function commandEntries(ui: UiState, state: AppState, tried: TryCommand): readonly PaletteEntry[] {
  const { keys } = ui
  const { question } = openLayers(ui, state)
  const bindings = [
    ...(state.playback === null ? [] : keys.player.all),
    ...(ui.panel === 'wire' ? keys.wire.all : []),
    ...(question === null || question.kind === 'elicitation' ? [] : keys.question.all),
    ...keys.plan.all,
  ]
  return bindings
    .filter(({ command }) => !unlisted.has(command) && hasEffect(tried(command), ui))
    .map(({ command, does }) => ({
      id: command,
      text: does,
      ...plain,
      key: shownKey(keys, command),
      does: { type: 'command', command },
    }))
}

/** Whether a command does more than to say why it does nothing. */
function hasEffect({ ui: after, intents }: KeyResult, before: UiState): boolean {
  const names = Object.keys(before) as (keyof UiState)[]
  return intents.length > 0 || names.some((name) => name !== 'message' && after[name] !== before[name])
}

function shownKey(keys: KeyMap, command: AnyCommand): string {
  const key = firstKey(keys, command)
  return key === null ? '' : keyName(key)
}

/** More plans are found in the list of all plans. */
const mostTabs = 30

function tabEntries({ keys }: UiState, { shown }: KeyContext): readonly PaletteEntry[] {
  return shown.tabs.slice(0, mostTabs).map(({ title }, at) => ({
    id: `plan ${at + 1}`,
    text: `go to plan ${at + 1}: ${title.slice(0, 100)}`,
    ...plain,
    key: at < 9 && keys.plan.commandOf(String(at + 1)) === 'pick-plan' ? String(at + 1) : '',
    does: { type: 'tab', at },
  }))
}

function baselineEntries(ui: UiState, state: AppState): readonly PaletteEntry[] {
  if (ui.tab === null || openLayers(ui, state).main === 'panel') return []
  const all = baselinesOf(state, ui)
  if (all.length === 0) return []
  const names = [
    ...all.map((each) => ({ name: each.name, words: `mark changes ${sinceWords(each)}` })),
    { name: 'none' as const, words: 'mark no changes' },
  ]
  return names.map(({ name, words }) => ({
    id: `baseline ${name}`,
    text: words,
    ...plain,
    does: { type: 'baseline', name },
  }))
}

/** More values are found in the settings. */
const mostValues = 200

function valueEntries(state: AppState): readonly PaletteEntry[] {
  const session = currentSession(state)
  if (session === null || isOnlyShown(state) || state.link.state !== 'open') return []
  return settingEntries(session).slice(0, mostValues)
}
