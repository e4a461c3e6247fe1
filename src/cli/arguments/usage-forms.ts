import type { CommandName } from './option-spec.ts'

/** A way to call the program. */
export interface UsageForm {
  /** null: without a command. */
  readonly command: CommandName | null
  readonly form: string
  readonly does: string
}

/** Every command, in the order of the help. */
export const usageForms: readonly UsageForm[] = [
  {
    command: null,
    form: 'acp-plan-tui [options] -- AGENT [ARGUMENT…]',
    does: 'start an agent, be its client, show its plans',
  },
  {
    command: 'connect',
    form: 'acp-plan-tui connect [options] ADDRESS',
    does: 'the same with an agent that is already running',
  },
  {
    command: 'attach',
    form: 'acp-plan-tui attach [WHAT] [options]',
    does: 'watch what another program runs, and send nothing',
  },
  {
    command: 'tap',
    form: 'acp-plan-tui tap [options] -- AGENT [ARG…]',
    does: 'stand between an editor and its agent, for attach',
  },
  {
    command: 'demo',
    form: 'acp-plan-tui demo [NAME|FILE] [options]',
    does: 'the same with a scripted or a recorded agent',
  },
  {
    command: 'replay',
    form: 'acp-plan-tui replay [options] TRACE',
    does: 'show a recording that --record has made',
  },
  {
    command: 'render',
    form: 'acp-plan-tui render TRACE -o FILE [options]',
    does: 'make pictures and texts from it, without a terminal',
  },
  { command: 'lint', form: 'acp-plan-tui lint TRACE [options]', does: 'check how an agent sends its plans' },
  {
    command: 'doctor',
    form: 'acp-plan-tui doctor [--json]',
    does: 'check this terminal, and find agents and sessions',
  },
  {
    command: 'config',
    form: 'acp-plan-tui config [--json]',
    does: 'list all settings, and where each comes from',
  },
  {
    command: 'completion',
    form: 'acp-plan-tui completion SHELL',
    does: 'completion for bash, zsh, fish, PowerShell',
  },
  { command: 'help', form: 'acp-plan-tui help [TOPIC]', does: 'the manual, page by page' },
]

/** What each exit status of a run means. */
export const exitStatuses: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'success'],
  ['1', 'plans-done, but steps are left'],
  ['2', 'wrong usage'],
  ['3', 'the agent was silent for too long'],
  ['4', 'the agent cannot be started or reached, or refused the session'],
  ['5', 'an answer was needed, but there was nobody to ask'],
  ['6', 'the agent wants you to log in'],
  ['7', 'the agent crashed, was lost or broke the protocol'],
  ['70', 'a bug of this program'],
  ['128 + n', 'ended by signal n'],
]
