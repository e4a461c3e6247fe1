/** How an agent of the user is started, said after the demo. */
export const ownAgentCommand = 'acp-plan-tui -- <agent command>'

/** What names the other scenarios of the demo. */
export const demoListCommand = 'acp-plan-tui demo --list'
