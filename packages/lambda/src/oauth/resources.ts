import { mcpEndpoint } from '@cairn/contract/http/endpoints'

/** The addresses that tokens of programs can be for (RFC 8707): the API, and the MCP endpoint. */
export function resourcesOf(webOrigin: string) {
  return { api: [webOrigin, `${webOrigin}/`], mcp: `${webOrigin}${mcpEndpoint.path}` }
}
