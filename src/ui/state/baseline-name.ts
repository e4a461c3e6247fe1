/** Which revision a plan is compared with. `proposal`: what was proposed before, for a revised proposal. */
export type BaselineName = 'proposal' | 'before' | 'approved' | 'looked' | 'first'
