import { readFileSync } from 'node:fs'
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { accountWideName } from './account-wide-name.ts'
import type { Configuration } from './configuration.ts'

/** The header by which `edge/client-address.js` tells the functions who connected. */
export const clientAddressHeader = 'x-client-address'

/** Answers pages with index.html. */
export function createClientRoutes(scope: Construct, configuration: Configuration): EdgeFunction {
  return createEdgeFunction(
    scope,
    configuration,
    'ClientRoutes',
    'client-routes',
    'pages of the web application',
  )
}

/** Reports the client's address to the API. */
export function createClientAddress(scope: Construct, configuration: Configuration): EdgeFunction {
  return createEdgeFunction(scope, configuration, 'ClientAddress', 'client-address', 'address of the client')
}

function createEdgeFunction(
  scope: Construct,
  configuration: Configuration,
  id: string,
  name: string,
  comment: string,
): EdgeFunction {
  return new EdgeFunction(scope, id, {
    functionName: accountWideName(scope, configuration, name),
    comment: `Cairn: ${comment}`,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(codeOf(name)),
  })
}

/** As CloudFront runs it: a script with a global `handler`, not a module. */
function codeOf(name: string): string {
  const source = readFileSync(new URL(`edge/${name}.js`, import.meta.url), 'utf8')
  return source.replace(/^export function handler/m, 'function handler')
}
