/** The help of `tap`; `options` are its groups. */
export function tapHelp(options: string): string {
  return `acp-plan-tui tap stands between an editor and its agent, and passes every byte on as it is. What
passes can be watched with attach: plans, their history, messages.

Usage:
  acp-plan-tui tap [options] -- AGENT [ARGUMENT…]

Put it before the agent's command in the settings of the editor; \`acp-plan-tui help tap\` has them
for Zed, JetBrains, Neovim and Emacs. Then:
  acp-plan-tui attach                            lists the taps, with all else that runs
  acp-plan-tui attach NAME                       watches the tap of that label

Examples:
  acp-plan-tui tap -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui tap --label site --record run.ndjson -- my-agent --acp
  acp-plan-tui tap --advertise-plans -- my-agent --acp

${options}

Nothing is changed, unless --advertise-plans is given: then plans are announced to the agent,
checklists reach the editor as version 1 plans, and other plans are withheld from it, which is said.
Those who watch see all of them.

Signals reach the agent, and the tap ends as the agent does: with its status, or by the same signal.
Whoever watches is connected over a socket that only you can open; nothing listens on a network.

Exit status: that of the agent; 127 there is no such command, 126 it cannot be started.
`
}
