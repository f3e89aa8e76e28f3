import { allOperations } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessLogFields } from '../../infra/functions/api.ts'
import { samRoutes } from './support/sam.ts'
import { production, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

let stack: Synthesized

beforeAll(() => {
  stack = synthesize(production)
}, synthLimit)
afterAll(() => stack.remove())

/** `goal-labels` is `GoalLabelsFunction…` in the template. */
const functionPrefix = (group: string) =>
  group.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())

describe('routes', () => {
  it('are the operations of the registry, each and no other, at the function of its group', () => {
    const routes = samRoutes(stack).filter(({ path }) => path !== '$default')
    const found = routes.map(
      ({ method, path, functionId }) => `${method} ${path} ${functionId.replace(/Function.*$/, '')}`,
    )
    const declared = allOperations.map(
      ({ method, path, group }) => `${method} ${path} ${functionPrefix(group)}`,
    )
    expect(found.sort()).toEqual(declared.sort())
  })

  it('end in $default, at the function that knows what to say', () => {
    const rest = samRoutes(stack).filter(({ path }) => path === '$default')
    expect(rest).toEqual([expect.objectContaining({ functionId: expect.stringMatching(/^HealthFunction/) })])
  })

  it('hand over events of payload format 2.0', () => {
    expect(new Set(samRoutes(stack).map(({ payloadFormatVersion }) => payloadFormatVersion))).toEqual(
      new Set(['2.0']),
    )
  })

  it('may be called by the gateway, each for itself', () => {
    const permissions = stack.ofType('AWS::Lambda::Permission')
    expect(permissions).toHaveLength(allOperations.length + 1)
    for (const [, { Properties }] of permissions) {
      expect(Properties.Principal).toBe('apigateway.amazonaws.com')
      expect(JSON.stringify(Properties.SourceArn)).toMatch(/"\/\*\/\*(?:\/v1\/|\/health|"\])/)
    }
  })
})

describe('the stage', () => {
  it('is the default one, and deploys every change by itself', () => {
    expect(stack.single('AWS::ApiGatewayV2::Stage')).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
    })
  })

  it('limits requests, and those that hash a password apart', () => {
    const { DefaultRouteSettings, RouteSettings } = stack.single('AWS::ApiGatewayV2::Stage')
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 })
    const limit = { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 }
    expect(RouteSettings).toEqual({ 'POST /v1/auth/login': limit, 'POST /v1/auth/register': limit })
  })

  it('comes after the routes that it limits', () => {
    const [[, stage] = [undefined, undefined]] = stack.ofType('AWS::ApiGatewayV2::Stage')
    expect(stage?.DependsOn).toEqual(
      expect.arrayContaining(stack.ofType('AWS::ApiGatewayV2::Route').map(([id]) => id)),
    )
  })

  it('logs each request without what a client sent', () => {
    const { AccessLogSettings } = stack.single('AWS::ApiGatewayV2::Stage') as {
      AccessLogSettings: { Format: string }
    }
    expect(JSON.parse(AccessLogSettings.Format)).toEqual(accessLogFields)
    const allowed =
      /^\$context\.(requestId|requestTimeEpoch|routeKey|status|protocol|response\w+|integration[\w.]+|error\.\w+)$/
    for (const variable of Object.values(accessLogFields)) expect(variable).toMatch(allowed)
  })

  it('logs a request that failed as JSON too, with the error of the gateway and that of the integration', () => {
    const { AccessLogSettings } = stack.single('AWS::ApiGatewayV2::Stage') as {
      AccessLogSettings: { Format: string }
    }
    // As API Gateway fills in what it has, and a dash where it has nothing; `messageString` comes with quotes around it.
    const values: Record<string, string> = {
      status: '500',
      'error.message': 'Internal Server Error',
      'error.messageString': '"Internal Server Error"',
      'error.responseType': 'INTEGRATION_FAILURE',
      integrationErrorMessage:
        "The response from the Lambda function doesn't match the format that API Gateway expects.",
    }
    const line = AccessLogSettings.Format.replaceAll(/\$context\.([\w.]+)/g, (_, name) => values[name] ?? '-')
    expect(JSON.parse(line)).toMatchObject({
      status: '500',
      error: 'Internal Server Error',
      errorType: 'INTEGRATION_FAILURE',
      integrationError: values.integrationErrorMessage,
    })
  })
})
