import { stringAt } from '../../protocol/wire/message.ts'
import type { KnownAgent } from './known-agent.ts'

/** Agents whose plans come by the general rules: little more than their names is needed. */
export const otherAgents: readonly KnownAgent[] = [
  {
    id: 'deepagents',
    name: 'Deep Agents',
    packages: ['deepagents-acp'],
    programs: [{ name: 'deepagents-acp' }],
    infoNames: ['deepagents-acp'],
    plans: {
      type: 'never',
      instead:
        'What its to-do tool is given is shown as an inferred plan, and as a proposed one while it asks.',
    },
    sources: [
      'test/recordings/deepagents-caps-todo.ndjson (0.0.1): a question for each list, whose call has `input` in place of `rawInput`',
      'https://github.com/langchain-ai/deepagentsjs, libs/acp: cancelled steps are `skipped` in the plans that it may send',
    ],
  },
  {
    id: 'auggie',
    name: 'Auggie',
    packages: ['@augmentcode/auggie'],
    programs: [{ name: 'auggie' }],
    acpStart: { programs: ['auggie'], command: 'auggie --acp' },
    infoNames: ['auggie'],
    infoTitles: ['Auggie Agent'],
    plans: { type: 'sent' },
    replays: 'nothing',
    sources: [
      'its documentation of ACP: `auggie --acp`',
      'measured with auggie 0.36: a plan after add_tasks and update_tasks, without the cancelled ones; each level of sub-tasks is a priority',
      'source of auggie 0.36: and after reorganize_tasklist; it has no planning mode',
      'measured with auggie 0.36: no plan is told again when a session is loaded',
    ],
  },
  {
    id: 'cursor-adapter',
    name: 'Cursor Agent ACP Adapter',
    packages: ['@blowmage/cursor-agent-acp'],
    programs: [{ name: 'cursor-agent-acp' }],
    infoNames: ['cursor-agent-acp'],
    plans: { type: 'never', instead: 'It passes on what Cursor answers, when it has answered.' },
    sources: [
      'source of @blowmage/cursor-agent-acp 0.7.1: sending plans is off, and nothing switches it on',
      'measured with it: its answer to initialize, and a message in place of an error where Cursor has no login',
    ],
  },
  {
    id: 'qoder',
    name: 'Qoder CLI',
    packages: ['@qoder-ai/qodercli'],
    programs: [{ name: 'qodercli' }],
    acpStart: { programs: ['qodercli'], command: 'qodercli --acp' },
    infoNames: ['qoder-cli', 'qoder-cli-cn'],
    infoTitles: ['Qoder CLI'],
    plans: { type: 'sent' },
    approvals: 'asks',
    sources: [
      'measured with qoder-cli 1.1.52: its answer to initialize',
      'programs that start it: `qodercli --acp`',
      'source of qoder-cli 1.1.52: plans are sent, all but three statuses as pending; ExitPlanMode asks for permission',
    ],
  },
  {
    id: 'devin',
    name: 'Devin',
    programs: [{ name: 'devin', subcommand: ['acp'] }],
    infoNames: ['affogato'],
    infoTitles: ['Devin Agent'],
    plans: { type: 'unknown' },
    approvals: 'asks',
    sources: ['https://github.com/sandsaber/Grimoire/pull/180: a recorded exchange with devin 3000.6.14'],
  },
  {
    id: 'openhands',
    name: 'OpenHands',
    programs: [{ name: 'openhands', subcommand: ['acp'] }],
    infoNames: ['OpenHands CLI ACP Agent'],
    plans: { type: 'sent' },
    approvals: 'never',
    sources: [
      'source of OpenHands CLI, May 2026: a plan from its task tracker, any unknown status as pending',
    ],
  },
  {
    id: 'docker-agent',
    name: 'Docker Agent',
    programs: [{ name: 'cagent', subcommand: ['acp'] }],
    infoNames: ['docker agent'],
    plans: { type: 'sent' },
    approvals: 'never',
    sources: [
      'source of cagent, March 2026: a plan from its to-do tools, never an empty one, any other status as pending',
    ],
  },
  {
    id: 'hermes',
    name: 'Hermes',
    programs: [{ name: 'hermes', subcommand: ['acp'] }, { name: 'hermes-acp' }],
    infoNames: ['hermes-agent'],
    plans: { type: 'sent' },
    approvals: 'never',
    sources: [
      'source of hermes-agent, acp_adapter/events.py: cancelled steps are completed, and begin with “[cancelled] ”',
    ],
  },
  {
    id: 'kiro',
    name: 'Kiro',
    programs: [{ name: 'kiro-cli', subcommand: ['acp'] }],
    infoNames: ['Kiro CLI Agent', 'Kiro Agent'],
    plans: { type: 'never', instead: 'The list of its to-do tool is shown as an inferred plan.' },
    sources: [
      'recorded calls of kiro-cli in public fixtures: its to-do tool answers with the list, and no plan is sent',
    ],
  },
  {
    id: 'goose',
    name: 'Goose',
    programs: [{ name: 'goose', subcommand: ['acp'] }],
    infoNames: ['goose'],
    isAnswer: ({ authMethods }) =>
      Array.isArray(authMethods) &&
      authMethods.some((method: unknown) => stringAt(method, 'id') === 'goose-provider'),
    plans: { type: 'never', instead: 'The list of its to-do tool is shown as an inferred plan.' },
    replays: 'all',
    sources: [
      'https://github.com/block/goose/issues/12045: its plans are not offered over ACP',
      'measured with goose 1.34: it has no name in its answer to initialize, but a way to log in; its calls have no kind, but the name of their tool; in the mode approve it asks about each call, by the name of the tool',
      'measured with goose 1.34: a loaded session tells its calls again',
      'measured by others with goose 1.52: its to-do tool is given the whole list as markdown with boxes',
    ],
  },
  {
    id: 'pi',
    name: 'Pi',
    packages: ['pi-acp'],
    programs: [{ name: 'pi-acp' }],
    infoNames: ['pi-acp'],
    plans: {
      type: 'never',
      instead:
        'It has no to-do tool of its own; the list of one that an extension adds is shown as an inferred plan.',
    },
    replays: 'all',
    sources: [
      'measured with pi-acp 0.0.34 and Pi 1.6: no plan, whatever is set; a loaded session tells its calls again',
      'test/recordings/pi-todo-extension.ndjson: the to-do tool of its example of an extension',
    ],
  },
  {
    id: 'junie',
    name: 'Junie',
    packages: ['@jetbrains/junie'],
    programs: [{ name: 'junie' }],
    acpStart: { programs: ['junie'], command: 'junie --acp=true' },
    infoNames: ['@jetbrains/junie'],
    infoTitles: ['Junie'],
    plans: { type: 'unknown' },
    sources: [
      'https://github.com/multica-ai/multica/issues/7350: `junie --acp=true`',
      'measured by others with junie 26.6.29 (build 2144.7): its answer to initialize, and its setting `brave_mode`',
      'npm: @jetbrains/junie 3110.7.0 is a launcher, which fetches the agent from GitHub when it is installed',
    ],
  },
]
