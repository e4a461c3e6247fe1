// Stands in for what marked-terminal brings along and nothing here uses: node-emoji, since `:name:` never becomes a picture;
// cli-table3, cli-highlight and what finds out about links, since src/ui/markdown draws tables, code and links itself. They
// would be three quarters of the renderer. A part that is used all the same says so, so that an upgrade does not undo this in silence.
function unused() {
  throw new Error('this part of marked-terminal is not in the bundle')
}

export default unused
export { unused as get, unused as highlight }
