import { readFileSync } from 'node:fs'
import { otherSegments, pageSegments } from '@cairn/web/hosting'
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'

/** The header in which `functions/client-address.js` reports the client's address. */
export const clientAddressHeader = 'x-client-address'

/** Serves index.html for pages, with status 404 for unknown ones. It handles viewer requests and viewer responses. */
export function createClientRoutes(scope: Construct, configuration: Configuration): EdgeFunction {
  return createEdgeFunction(scope, configuration, 'ClientRoutes', {
    name: 'client-routes',
    comment: 'pages of the web application',
    imports: { otherSegments, pageSegments },
  })
}

/** Reports the client's address to the API, and refuses bodies that the gateway cannot hand over. */
export function createClientAddress(scope: Construct, configuration: Configuration): EdgeFunction {
  return createEdgeFunction(scope, configuration, 'ClientAddress', {
    name: 'client-address',
    comment: 'address of the client',
    imports: {},
  })
}

type Source = {
  /** The file in `functions/`. */
  name: string
  comment: string
  /** The values that the file imports: CloudFront has no modules. */
  imports: Record<string, unknown>
}

function createEdgeFunction(
  scope: Construct,
  configuration: Configuration,
  id: string,
  source: Source,
): EdgeFunction {
  return new EdgeFunction(scope, id, {
    functionName: accountWideName(scope, configuration, source.name),
    comment: `Cairn: ${source.comment}`,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(codeOf(source)),
  })
}

/** The code for CloudFront: a script with a global `handler`, not a module. Constants replace its imports. */
function codeOf({ name, imports }: Source): string {
  const constants = Object.entries(imports).map(([key, value]) => `const ${key} = ${JSON.stringify(value)}\n`)
  const text = readFileSync(new URL(`functions/${name}.js`, import.meta.url), 'utf8')
  return constants.join('') + text.replace(/^import .*\n/m, '').replace(/^export function/m, 'function')
}
