import { isObject } from '../../protocol/wire/message.ts'
import type { KnownAgent } from './known-agent.ts'

/** Agents that were tried, or whose source was read: what they do with their plans is known. */
export const testedAgents: readonly KnownAgent[] = [
  {
    id: 'claude-agent-acp',
    name: 'Claude Agent',
    packages: ['@agentclientprotocol/claude-agent-acp'],
    programs: [{ name: 'claude-agent-acp' }],
    cli: 'claude',
    infoNames: ['@agentclientprotocol/claude-agent-acp', 'claude-agent-acp'],
    plans: {
      type: 'switched',
      by: {
        form: 'flag',
        variable: 'CLAUDE_CODE_ENABLE_TODO_TOOLS',
        value: '1',
        since: 'Claude Code 2.1.233',
      },
    },
    approvals: 'asks',
    replays: 'all',
    sources: [
      'https://code.claude.com/docs/en/tools-reference (task tool availability: left out for newer models)',
      'measured with @agentclientprotocol/claude-agent-acp 0.100.0: no plan without the variable, a plan with it',
      'measured: a plan with it also of 0.101.0, 0.81.0, 0.58.1 and 0.37.0',
      'test/recordings/claude-v1-reload.ndjson: every plan is told again; measured: of 0.58.1 and 0.37.0 only parts, of 0.70.0 all',
    ],
  },
  {
    id: 'codex-acp',
    name: 'Codex',
    packages: ['@agentclientprotocol/codex-acp'],
    programs: [{ name: 'codex-acp' }],
    cli: 'codex',
    infoNames: ['@agentclientprotocol/codex-acp'],
    plans: {
      type: 'switched',
      by: {
        form: 'json',
        variable: 'CODEX_CONFIG',
        path: ['tools', 'update_plan', 'enabled'],
        since: 'Codex 0.152',
      },
    },
    approvals: 'asks',
    replays: 'documents',
    sources: [
      'README of @agentclientprotocol/codex-acp 2.6.0: CODEX_CONFIG is a JSON object, merged into the configuration',
      'measured with @agentclientprotocol/codex-acp 2.6.0: no checklist without tools.update_plan.enabled, one with it; with it also 1.0.0, 1.7.0, 2.0.1',
      'test/recordings/codex-v1-reload.ndjson and codex-v1-plan-reload.ndjson: only markdown plans are told again',
    ],
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    packages: ['@google/gemini-cli'],
    programs: [{ name: 'gemini', acpSwitch: ['--acp'] }],
    infoNames: ['gemini-cli', '@google/gemini-cli'],
    infoTitles: ['Gemini CLI'],
    plans: {
      type: 'never',
      instead: 'What its todo tool holds is in none of its messages; plans that it asks about are shown.',
    },
    approvals: 'asks',
    replays: 'nothing',
    sources: [
      'measured with @google/gemini-cli 0.61.0: --acp (before that --experimental-acp) starts the agent',
      'measured with @google/gemini-cli 0.61.0, with useWriteTodos and experimental.plan set: tool calls, no plan',
      'test/recordings/gemini-caps-todo.ndjson, gemini-v1-reload.ndjson',
    ],
  },
  // Version 1.1 sent plans, 1.18 sends none: plans that a run has seen count more.
  {
    id: 'opencode',
    name: 'OpenCode',
    packages: ['opencode-ai'],
    programs: [{ name: 'opencode', subcommand: ['acp'] }],
    infoNames: ['opencode'],
    infoTitles: ['OpenCode'],
    plans: {
      type: 'never',
      instead:
        'What its todo tool is given, and the file in which it writes its plan, are shown as inferred plans.',
    },
    sources: [
      'measured with opencode-ai 1.18.33: todo tool calls, no plan',
      'test/recordings/opencode-caps-todo.ndjson',
    ],
  },
  // A fork of OpenCode.
  {
    id: 'kilo',
    name: 'Kilo Code',
    packages: ['@kilocode/cli'],
    programs: [
      { name: 'kilo', subcommand: ['acp'] },
      { name: 'kilocode', subcommand: ['acp'] },
    ],
    infoNames: ['Kilo'],
    plans: {
      type: 'never',
      instead:
        'What its todo tool is given, and the file in which it writes its plan, are shown as inferred plans.',
    },
    sources: ['measured with @kilocode/cli 7.7.9: todo tool calls, no plan'],
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    packages: ['@qwen-code/qwen-code'],
    programs: [{ name: 'qwen', acpSwitch: ['--acp'] }],
    infoNames: ['qwen-code', '@qwen-code/qwen-code'],
    infoTitles: ['Qwen Code'],
    // Version 0.15 sent plans without it.
    plans: {
      type: 'settings',
      setting: '{"tools": {"todoWrite": {"enabled": true}}} in ~/.qwen/settings.json',
    },
    approvals: 'asks',
    replays: 'all',
    sources: [
      'measured with @qwen-code/qwen-code 0.24.4 (program qwen): no to-do tool without tools.todoWrite.enabled, plans with it',
      'measured with 0.15.10, which Node 20 gets: plans are sent without any setting',
      'measured: every plan is told again when a session is loaded',
    ],
  },
  {
    id: 'kimi',
    name: 'Kimi Code CLI',
    packages: ['@moonshot-ai/kimi-code'],
    programs: [{ name: 'kimi', subcommand: ['acp'] }],
    infoNames: ['Kimi Code CLI'],
    plans: { type: 'sent' },
    approvals: 'asks',
    replays: 'nothing',
    sources: [
      'https://moonshotai.github.io/kimi-code/en/reference/kimi-acp.html',
      'test/recordings/kimi-caps-todo.ndjson (2.1.0): plans are sent without any setting, a moment after the tool call',
      'measured with 2.1.0: no plan is told again when a session is loaded',
    ],
  },
  {
    id: 'cursor',
    name: 'Cursor',
    programs: [
      { name: 'cursor-agent', subcommand: ['acp'] },
      { name: 'agent', subcommand: ['acp'], isCommonName: true },
    ],
    infoNames: ['cursor', 'cursor-agent'],
    infoTitles: ['Cursor', 'Cursor Agent'],
    isAnswer: ({ authMethods }) =>
      Array.isArray(authMethods) &&
      authMethods.some((method) => isObject(method) && method['id'] === 'cursor_login'),
    plans: { type: 'sent' },
    approvals: 'asks',
    sources: [
      'https://cursor.com/docs/cli/acp: `agent acp`, before that `cursor-agent acp`; plans come in requests of its own',
    ],
  },
  {
    id: 'grok',
    name: 'Grok Build',
    packages: ['@xai-official/grok'],
    programs: [{ name: 'grok', subcommand: ['agent', 'stdio'] }],
    infoNames: ['grok', 'grok-build'],
    infoTitles: ['Grok Build'],
    isAnswer: ({ _meta: meta }) => isObject(meta) && meta['grokShell'] === true,
    plans: { type: 'sent' },
    closesSteps: true,
    approvals: 'asks',
    replays: 'all',
    sources: [
      'https://github.com/xai-org/grok-build, user guide "Agent mode": `grok agent stdio`, options may stand between',
      'https://zed.dev/acp/agent/grok-build',
      'measured with grok 1.0.41: no agentInfo, but `_meta.grokShell` and `_meta.agentVersion` in the answer to initialize',
      'measured with grok 1.0.41: a turn that ends well ends with a plan in which the steps in progress are completed, without a call of its to-do tool; a cancelled step is sent as completed',
      'measured with grok 1.0.41: a loaded session tells its calls and plans again',
    ],
  },
  // The predecessor of @agentclientprotocol/claude-agent-acp; its program has the same name, and is taken for the successor's.
  {
    id: 'zed-claude',
    name: "Zed's Claude adapter",
    packages: ['@zed-industries/claude-code-acp', '@zed-industries/claude-agent-acp'],
    programs: [{ name: 'claude-code-acp' }],
    infoNames: ['@zed-industries/claude-code-acp', '@zed-industries/claude-agent-acp', 'claude-code-acp'],
    plans: { type: 'sent' },
    approvals: 'asks',
    sources: [
      'npm: @zed-industries/claude-code-acp 0.16.2 (program claude-code-acp), claude-agent-acp 0.23.1',
      'test/recordings/zedclaude-caps-todo.ndjson (0.23.1): plans are sent without any setting',
    ],
  },
  // The predecessor of @agentclientprotocol/codex-acp; its program has the same name, and is taken for the successor's.
  {
    id: 'zed-codex',
    name: "Zed's Codex adapter",
    packages: ['@zed-industries/codex-acp'],
    programs: [],
    infoNames: ['codex-acp', '@zed-industries/codex-acp'],
    plans: { type: 'sent' },
    replays: 'nothing',
    sources: [
      'npm: @zed-industries/codex-acp 0.16.0',
      'measured with 0.16: plans are sent without any setting, and none is told again when a session is loaded',
    ],
  },
  // A fork of Zed's Codex adapter.
  {
    id: 'lody-codex',
    name: "Lody's Codex adapter",
    packages: ['acp-extension-codex-linux-x64'],
    programs: [{ name: 'acp-extension-codex' }],
    infoNames: ['acp-extension-codex'],
    plans: { type: 'sent' },
    approvals: 'never',
    replays: 'all',
    sources: [
      'measured with acp-extension-codex-linux-x64 0.16.0: plans are sent without any setting',
      'the same: in its option `codex_plan_mode` a plan comes in `_acp_ext:codex_proposed_plan`, and no request asks about it',
      'the same: a loaded session tells the calls of its to-do tool again, and no plan of that mode',
    ],
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    packages: ['@github/copilot'],
    programs: [{ name: 'copilot', acpSwitch: ['--acp'] }],
    infoNames: ['Copilot', 'GitHub Copilot'],
    plans: {
      type: 'never',
      instead:
        'Its to-do list, which it keeps in a database, and the file in which it writes its plan are shown as inferred plans.',
    },
    approvals: 'never',
    replays: 'all',
    sources: [
      'measured with @github/copilot 1.0.102, `copilot --acp`: in plan mode no tool asks about the plan, and none leaves the mode',
      'https://github.com/github/copilot-cli/issues/2942: plan mode cannot be left over ACP',
      'test/recordings/copilot-v1-todo.ndjson (1.0.102): one plan without entries, and SQL in the calls of its tool',
      'test/recordings/copilot-v1-reload.ndjson: these calls are told again',
      'measured with @github/copilot-language-server 1.539.0, `--acp`: it calls itself GitHub Copilot, and passes all on to this agent',
    ],
  },
  {
    id: 'oh-my-pi',
    name: 'Oh My Pi',
    packages: ['@oh-my-pi/pi-coding-agent'],
    programs: [{ name: 'omp', subcommand: ['acp'] }],
    infoNames: ['oh-my-pi'],
    infoTitles: ['Oh My Pi'],
    plans: { type: 'sent' },
    approvals: 'form',
    sources: [
      'measured with oh-my-pi 18.2.3, `omp acp`: asks by a form with "Approve and execute" and "Refine plan", approves itself without one',
      'test/recordings/omp-plan-form.ndjson',
    ],
  },
  {
    id: 'mistral-vibe',
    name: 'Mistral Vibe',
    programs: [{ name: 'vibe-acp' }],
    infoNames: ['@mistralai/mistral-vibe'],
    infoTitles: ['Mistral Vibe'],
    plans: { type: 'sent' },
    approvals: 'asks',
    replays: 'all',
    sources: [
      'source of mistral-vibe, autumn of 2026, vibe/acp/agent.py: its tools exit_plan_mode and ask_user_question ask by a form where a client takes them; before that they were disabled over ACP',
      'the same, session_updates.py: a plan after each call of its tool, without the cancelled steps, also when a session is loaded',
    ],
  },
  {
    id: 'vtcode',
    name: 'VT Code',
    programs: [{ name: 'vtcode', subcommand: ['acp'] }],
    infoNames: ['vtcode'],
    infoTitles: ['VT Code'],
    plans: {
      type: 'never',
      instead: 'It sends the same three steps for every prompt, which say nothing about the work.',
    },
    madeUpSteps: [
      'Review the latest user request and conversation context',
      'Gather referenced workspace files when required',
      'Compose and send the assistant response',
    ],
    approvals: 'never',
    sources: [
      'source of VT Code, src/acp/zed/constants.rs: the tools for plan mode and for questions are not offered over ACP',
      'the same file: the three steps of the plan that it makes up',
    ],
  },
  {
    id: 'cline',
    name: 'Cline',
    packages: ['cline'],
    programs: [{ name: 'cline', acpSwitch: ['--acp'] }],
    infoNames: ['cline'],
    infoTitles: ['Cline'],
    plans: { type: 'never', instead: 'Its plan is in its messages.' },
    approvals: 'never',
    sources: [
      'measured with cline 3.0.65, `cline --acp`: the modes plan and act, no plan, and no question about one',
    ],
  },
  {
    id: 'droid',
    name: 'Factory Droid',
    packages: ['@factory/cli'],
    programs: [{ name: 'droid', acpSwitch: ['exec', '--output-format', 'acp'] }],
    infoNames: ['@factory/cli'],
    infoTitles: ['Factory Droid', 'Factory Droid (Daemon)'],
    plans: { type: 'sent' },
    approvals: 'asks',
    replays: 'all',
    sources: [
      'measured with @factory/cli 0.225.2: it answers with version 2, and speaks version 1',
      'test/recordings/droid-v1-plan.ndjson: it asks about a plan in its mode Spec, and sends a list after it',
    ],
  },
  // Its ACP mode was removed in August 2026.
  {
    id: 'wave',
    name: 'Wave',
    packages: ['wave-code'],
    programs: [],
    infoNames: ['wave-agent'],
    plans: { type: 'sent' },
    approvals: 'asks',
    sources: [
      'source of wave-agent before commit 53a999c3: wave/create_plan, and request_permission where a client refuses it',
    ],
  },
]
