import { allOperations, endpoints, type FunctionGroup } from '@cairn/contract'
import { type Endpoint, mcpEndpoints } from '@cairn/contract/http/endpoints'
import { type Operation, refusesBody } from '@cairn/contract/registry/operation'
import {
  maximumAnonymousBodyBytes,
  maximumBodyBytes,
  maximumBodyBytesOf,
} from '@cairn/lambda/pipeline/checks/read-body'
import { routeKeyOf } from '@cairn/lambda/pipeline/route'

export type Route = {
  /** In API Gateway's form: `GET /v1/goals/{goalId}`. */
  routeKey: string
  group: FunctionGroup
  /** The largest body that the operation takes; 0 if it reads none. */
  maximumBytes: number
  /** The time for which a request may be held, in milliseconds. */
  holdMilliseconds: number
  /** As sent, still percent-encoded. */
  pathParameters: Record<string, string>
}

const isOperation = (route: Operation | Endpoint): route is Operation => 'credential' in route

function maximumBytesOf(route: Operation | Endpoint): number {
  if (isOperation(route)) {
    return route.body !== undefined || route.file || refusesBody(route) ? maximumBodyBytesOf(route) : 0
  }
  if (route.method !== 'POST') return 0
  return mcpEndpoints.includes(route) ? maximumBodyBytes : maximumAnonymousBodyBytes
}

const routes = [...allOperations, ...endpoints].map((route) => ({
  method: route.method,
  routeKey: routeKeyOf(route),
  group: route.group,
  maximumBytes: maximumBytesOf(route),
  holdMilliseconds: isOperation(route) ? 1000 * (route.holdSeconds ?? 0) : 0,
  segments: route.path.split('/').map((text) => ({ text, parameter: /^\{(\w+)\}$/.exec(text)?.[1] })),
}))

/**
 * Returns the route of a request, or `undefined` for API Gateway's `$default`. Segments are compared as sent: `%2F` does not split a
 * segment. A parameter matches one non-empty segment. Routes without parameters take precedence.
 */
export function findRoute(method: string, rawPath: string): Route | undefined {
  const segments = rawPath.split('/')
  let found: Route | undefined
  for (const route of routes) {
    if (route.method !== method || route.segments.length !== segments.length) continue
    const pathParameters = matchSegments(route.segments, segments)
    if (!pathParameters) continue
    const { routeKey, group, maximumBytes, holdMilliseconds } = route
    const match = { routeKey, group, maximumBytes, holdMilliseconds, pathParameters }
    if (Object.keys(pathParameters).length === 0) return match
    found ??= match
  }
  return found
}

type TemplateSegment = { text: string; parameter: string | undefined }

function matchSegments(
  template: readonly TemplateSegment[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (let index = 0; index < template.length; index++) {
    const { text, parameter } = template[index] as TemplateSegment
    const segment = segments[index] ?? ''
    if (parameter === undefined ? text !== segment : segment === '') return undefined
    if (parameter !== undefined) parameters[parameter] = segment
  }
  return parameters
}
