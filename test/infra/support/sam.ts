import path from 'node:path'
import { expect } from 'vitest'
import type { Resource, Synthesized } from './synth.ts'

/** A function as the SAM CLI sees it: its code, its handler, and the environment that it can override. */
export type SamFunction = {
  logicalId: string
  codeDirectory: string
  handler: string
  environment: Record<string, unknown>
}

export type SamRoute = { method: string; path: string; functionId: string; payloadFormatVersion: string }

/** Reads functions as `samcli/lib/providers/sam_function_provider.py` does for templates of the CDK: by asset metadata. */
export function samFunctions({
  ofType,
  directory,
}: Pick<Synthesized, 'ofType' | 'directory'>): SamFunction[] {
  return ofType('AWS::Lambda::Function')
    .filter(([, { Metadata }]) => Metadata?.['aws:asset:property'] === 'Code')
    .filter(([, { Properties }]) => String(Properties.Runtime).startsWith('nodejs'))
    .map(([logicalId, { Properties, Metadata }]) => ({
      logicalId,
      codeDirectory: path.resolve(directory, String(Metadata?.['aws:asset:path'])),
      handler: String(Properties.Handler),
      environment: (Properties.Environment as { Variables: Record<string, unknown> }).Variables,
    }))
}

/**
 * Follows route, integration and function as `samcli/lib/providers/cfn_api_provider.py` does. That reader does not follow an alias,
 * so only a stage without `canary` runs locally. This one does, for tests of the others.
 */
export function samRoutes({ ofType, resources }: Pick<Synthesized, 'ofType' | 'resources'>): SamRoute[] {
  return ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const [, integrationId] = resolve(Properties.Target).split('/')
    const integration = resources[integrationId ?? ''] as Resource
    expect(integration.Type).toBe('AWS::ApiGatewayV2::Integration')
    const routeKey = String(Properties.RouteKey)
    const [method = '', route = ''] = routeKey === '$default' ? ['ANY', '$default'] : routeKey.split(' ')
    return {
      method,
      path: route,
      functionId: functionOf(resources, integration.Properties.IntegrationUri),
      payloadFormatVersion: String(integration.Properties.PayloadFormatVersion),
    }
  })
}

/** The logical id of the function that a reference names: the function itself, or one of its aliases. */
export function functionOf(resources: Record<string, Resource>, reference: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = reference as { Ref?: string; 'Fn::GetAtt'?: [string, string] }
  if (attribute) return attribute[0]
  const alias = resources[Ref ?? '']
  expect(alias?.Type).toBe('AWS::Lambda::Alias')
  return resolve(alias?.Properties.FunctionName)
}

/** Resolves a reference to the logical id, as SAM's intrinsic resolver does. */
function resolve(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] }
  if (Ref !== undefined) return Ref
  if (join) return join[1].map(resolve).join(join[0])
  throw new Error(`SAM cannot resolve ${JSON.stringify(value)}`)
}
