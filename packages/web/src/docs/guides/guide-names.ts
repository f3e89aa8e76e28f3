/** The guides beside the reference, by the names in their addresses. */
export const guideNames = [
  ['tour', 'A tour with curl'],
  ['mcp', 'Connecting an agent'],
  ['recipes', 'Recipes for programs'],
  ['coding-agents', 'A coding agent over MCP'],
  ['webhooks', 'Receiving webhooks'],
  ['export', 'The files of an export'],
] as const
