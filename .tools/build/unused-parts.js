// Replaces dependencies of marked-terminal that are not used here: node-emoji, since `:name:` is not replaced; cli-table3, cli-highlight
// and the detection of links, since src/ui/markdown draws tables, code and links itself. They would be three quarters of the
// renderer. Each throws when it is called, so that an upgrade that needs one is noticed.
function unused() {
  throw new Error('this part of marked-terminal is not in the bundle')
}

export default unused
export { unused as get, unused as highlight }
