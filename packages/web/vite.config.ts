import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { smallerFonts } from './build/smaller-fonts.ts'

/**
 * sonner inserts its styles with a script, which the content security policy forbids. `src/presentation/styles.css` imports its style
 * sheet instead.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs(?:\?|$)/.test(id)) return undefined
      const fixed = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (fixed === code)
        this.error(
          'sonner no longer calls __insertCSS at the top level. Check how it inserts its styles now.',
        )
      return { code: fixed, map: null }
    },
  }
}

/**
 * No page needs zod's JSON Schema generator, which only the OpenAPI document uses. Replacing its functions with empty ones
 * saves 4 KB per page.
 */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js(?:\?|$)/.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: names.map((name) => `export const ${name} = () => () => undefined`).join('\n'),
        map: null,
      }
    },
  }
}

/** People never see zod's own messages: forms have their own sentences (`src/data/api/failures/problems.ts`). */
function zodWithoutMessages(): Plugin {
  return {
    name: 'zod-without-messages',
    transform(_, id) {
      if (!/\/zod\/v4\/locales\/en\.js(?:\?|$)/.test(id)) return undefined
      return { code: 'export default () => ({ localeError: () => undefined })', map: null }
    },
  }
}

/**
 * The app sends requests by method and path, and its forms import the schemas that they validate with. Only the service and
 * the OpenAPI document need the schemas, scopes, and error codes of operations, and all descriptions. Removing them saves 4 KB
 * per page.
 */
function contractForClients(): Plugin {
  const text = /\b(summary|description):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g
  const forServices =
    /^\s*(?:summary|group|credential|malformedParams|repeated|errors|scopes|table|hashesPassword): \S*,$/gm
  return {
    name: 'contract-for-clients',
    enforce: 'pre', // Before other plugins change the source.
    transform(source, id) {
      if (!/\/packages\/contract\/src\//.test(id)) return undefined
      // Texts of the app.
      if (id.includes('/src/display/')) return undefined
      // `as` after a description must stay on the line of its expression.
      const joined = source.replace(text, "$1: ''").replaceAll(/\s+\.meta\(/g, '.meta(')
      let code = replaceExpressions(joined, '.meta(', ')', '')
      if (id.includes('/src/operations/')) {
        for (const name of ['params: ', 'query: ', 'body: '])
          code = replaceExpressions(code, name, '', `${name}true`)
        // With the space before: `repeatable` is for clients.
        for (const name of [' scopes: ', ' errors: ', ' table: '])
          code = replaceExpressions(code, name, '', `${name}true`)
        code = code.replaceAll(forServices, '').replaceAll(/\bdescription: '',?\s*/g, '')
      }
      // Schemas that nothing uses any more are left out.
      return { code: code.replaceAll('= lazy(', '= /* @__PURE__ */ lazy('), map: null }
    },
  }
}

/** Replaces each `before`, the expression after it, and `after` by another text. */
function replaceExpressions(code: string, before: string, after: string, replacement: string): string {
  const [first = '', ...rest] = code.split(before)
  const kept = rest.map((part) => part.slice(endOfExpression(part) + after.length))
  return [first, ...kept].join(replacement)
}

/** The position of the comma or bracket that ends the expression at the beginning of `code`. */
function endOfExpression(code: string): number {
  let depth = 0
  for (const { 0: token, index } of code.matchAll(/'(?:[^'\\]|\\.)*'|\/\/.*|[(){}[\],]/g)) {
    if (depth === 0 && /^[)}\],]/.test(token)) return index
    if (/^[({[]/.test(token)) depth += 1
    if (/^[)}\]]/.test(token)) depth -= 1
  }
  throw new Error(`The expression does not end: ${code}`)
}

/** For `npm run dev -w @cairn/web`: the API of a service that runs separately. */
const devService = 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleElement(),
    zodWithoutJsonSchema(),
    zodWithoutMessages(),
    contractForClients(),
    smallerFonts(),
  ],
  resolve: {
    alias: {
      // Radix locks scrolling with a style element, which the content security policy forbids.
      'react-remove-scroll': fileURLToPath(new URL('src/ui/dialogs/remove-scroll.tsx', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // The first versions with `light-dark()`. The fallback for older ones would ignore our theme setting.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0, // The content security policy does not allow `data:`.
    modulePreload: { polyfill: false },
    manifest: true, // Read by build/weight.ts.
    license: true, // For the notices of packages/server.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, which compress better than many and cost fewer requests. zod and the schemas come with the first form.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Only readers of German load these, so they must not be part of what follows.
            {
              name: 'german-front',
              test: /language\/german-front|packages\/web\/src\/(?:accounts|app|data|docs|presentation|programs|ui)\/(?:[\w/-]+\/)?texts\.de\.ts|display\/scope-words\.de\.ts/,
            },
            { name: 'german-app', test: /language\/german-app|\.de\.ts/ },
            {
              name: 'zod',
              test: /node_modules\/zod\/|packages\/contract\/src\/(?:registry\/lazy|names|schemas\/common)\.ts/,
            },
            // No file may import one that imports it: the modules of CommonJS, such as React, would be empty.
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack|lucide-react)\/|vite\/preload-helper/,
            },
            // Background work is one request.
            {
              name: 'background',
              test: /packages\/web\/src\/(?:data\/live\/(?:start-live-updates|apply-events|related|worked|following\/(?:follow|tabs)|merge-goals|plan)|data\/offline\/(?:copy|kept-queries))/,
            },
            {
              // Modules that every page needs.
              name: 'common',
              test: /packages\/contract\/src\/(?!schemas\/(?!people\/pictures\.ts)|display\/(?!value-names)|events)|packages\/web\/src\/(?:language\/(?:language|catalog|fill|load)|data\/api\/(?!attempt)|data\/live\/following\/activity|accounts\/session\/(?!session-ended-dialog|use-sign-out)|data\/offline\/(?:owner|reading|last-seen|open-copy)|presentation\/time\/|app\/(?:hooks\/(?:when-online|use-draft)|routing\/search\.|page-states|texts\.ts)|goals\/list\/filter\/due-group|(?:presentation\/markdown|goals)\/texts\.ts|help\/shortcuts\/(?:single-keys|open-overlay)|help\/sample\/(?:use-has-sample|sample-mark)|accounts\/sign-in\/(?:form|mailbox)\/|ui\/dialogs\/(?:keep-focus|overlays)|ui\/(?:(?:states\/)?[\w-]+|hooks\/use-online|fields\/(?:problem|field|password-field))\.tsx?$)/,
            },
            {
              // Overlays load after the page.
              name: 'overlays',
              test: /node_modules\/(?:@radix-ui|@floating-ui|aria-hidden|sonner)\/|packages\/web\/src\/ui\/dialogs\/(?:parts|dialog-frame|messages|remove-scroll)/,
            },
            {
              // Modules that every page behind the sign-in needs.
              name: 'frame',
              test: /packages\/contract\/src\/display\/role-names\.ts|packages\/web\/src\/(?:data\/live|organizations\/(?!foreign|new-)|data\/undo|app\/(?:destinations|hooks\/use-on-demand)|goals\/(?:pictures\/(?:deadline|badges)|data\/display-names)|presentation\/markdown\/(?:markdown|complexity)\.|ui\/fields\/filter-chips|accounts\/session\/(?:session-ended-dialog|use-sign-out)|ui\/hooks|inbox\/inbox-query|goals\/conversation\/comment-queries|ui\/dialogs\/(?:menu|dialog\.|dialog-form|confirm))/,
              minShareCount: 2,
            },
            {
              // Modules that pages about goals need.
              name: 'goals',
              test: /packages\/contract\/src\/display\/(?:program|event)-words\.ts|packages\/web\/src\/(?:feed\/(?:use-names|feed-query|texts\.ts)|goals\/(?:data\/(?:author|is-open)|editing\/goal-picker\/relatives|pictures\/(?:health-bar|due|cairn\/(?!texts\.de))|report\/report-button|views\/view-search|detail\/share\/(?:share-menu|texts\.ts)|work\/(?:work-queries|worker|texts\.ts|amounts|use-claim-ends|questions\/texts\.ts)))/,
              minShareCount: 2,
            },
            // Comments on a goal and on its reports come with one request.
            { name: 'conversation', test: /packages\/web\/src\/goals\/conversation\// },
            // Pages that only ask what a program may do do not need the schemas, which name the scopes too.
            { name: 'programs', test: /display\/scope-words\.ts|packages\/web\/src\/programs\/texts\.ts/ },
            {
              // Forms need zod, and must not bring it to pages that only read. What many parts of few pages need stays with them.
              name: 'shared',
              test: /packages\/web\/src\/(?!data\/api\/attempt|settings\/api-tokens\/|ui\/fields\/listbox|presentation\/markdown\/markdown-field|goals\/(?:editing|report|evidence|facts|list)\/|goals\/data\/(?:goal-titles|use-found-goals))|packages\/contract\/src\/display\/(?!scope)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/v1': devService,
      '/dev/mail': devService,
      '/health': devService,
      '/openapi.json': devService,
      '/llms.txt': devService,
    },
  },
})
