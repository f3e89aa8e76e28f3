import type { Group } from '../../src/index.ts'

/** The first page of the manual. */
export const overview = `Cairn tracks goals in organizations, with a history that only grows. Everything that the web app does is an operation described here.

## Sign in

Send an API token with every request: \`Authorization: Bearer <secret>\`. People create tokens in the settings of the web app. A token acts for its user in one organization, and never may more than the user. A browser has a session cookie instead: \`__Host-session\`, or \`session\` where the service runs on \`http://localhost\`. Programs that people connect get an access token by OAuth 2.1: authorization code with PKCE, \`resource\` set to the origin of the service or to its \`/mcp\`, where agents connect by the Model Context Protocol. A program without a browser shows a code instead, which the person enters at \`/device\` (RFC 8628): it asks \`/oauth/device\` for the code and \`/oauth/token\` for its tokens, every 5 seconds. A 401 of \`/mcp\` says in \`WWW-Authenticate\` where the metadata is, so an agent needs only that address.

A request with an \`Authorization\` header is judged by that header alone. A change with a session needs the \`Origin\` of the web app, which browsers send; one with a token needs none.

Pages of other origins may call with a token, and read every response to a request that has no cookie (CORS: \`*\`, without credentials). Sessions are for the web app's own pages.

## Agents

\`POST /mcp\` speaks the Model Context Protocol, and is not among the operations here: an agent gets its list of tools from there. Its tools run the same operations, with the same token and the same rights. Give an agent that address, or \`/llms.txt\` to read; \`/docs/guides/mcp\` is for people.

## Webhooks

Cairn sends what happens to addresses that administrators choose (\`POST /v1/webhooks\`). The messages are under \`webhooks\` in this document, one for each type of event.

## Requests

Bodies are JSON objects of at most 256 KiB (16 KiB where no credential is needed), with \`Content-Type: application/json\`. Unknown fields are refused. A parameter of the query that takes several values takes them in one text, separated by commas; a parameter that is sent twice is refused. Names and titles need a visible character, and are trimmed. Times are ISO 8601, ids are UUIDs, except for ids of users, which are opaque.

Checks come in this order: origin (403), credential (401), scope (403), the request itself (400), the state of things (403, 404, 409). A refused request has written nothing.

## Repeating

A GET is safe to repeat. To repeat what creates something, send an \`Idempotency-Key\`: the same key with the same body returns the first response for 24 hours. Reports have their own \`idempotencyKey\`, which never expires. Repeat 429 and 503 after \`Retry-After\` seconds, unchanged; do not repeat other errors.

## Limits

Every response to a verified credential says how much it may still send: \`RateLimit-Policy\` names the limits, \`RateLimit\` what is left and for how long. By default a token may send 3,000 requests a minute, 600 of which change something; a user twice that with all credentials together. An organization may get 12,000 requests a minute of all its members and programs, and 12 more for each member. Operations name further limits, as they are on AWS: \`npm start\` has larger ones, and \`RATE_LIMITS\` changes them. One request too many is \`too_many_requests\`, and has changed nothing.

## Lists

Lists return \`nextCursor\`, which is \`cursor\` of the next page; \`null\` ends the list. Send the same filters with it. Walking all pages returns everything that is there from start to end exactly once.

## Errors

Every error is \`{ "error": code, "message": text }\` with a status. Codes never change; messages may. Every operation lists its codes, and says what they mean.`

/** Descriptions of the groups of operations, in the order of the manual. */
export const groupTexts: Record<Group, string> = {
  goals: 'Goals, reports, edits and their history.',
  'goal-labels': 'Labels of goals.',
  'goal-views': 'Saved views of the list of goals, drafts of reports, and templates of goals.',
  'goal-claims': 'Claiming goals to work on them.',
  'goal-comments': 'Comments on goals and reports, and who watches a goal.',
  'goal-questions': 'Questions to people about goals, and requests for reports.',
  inbox: 'What happened that concerns a person.',
  events: 'Who I am, what needs me, what has happened.',
  'api-tokens': 'Tokens for programs, and their scopes.',
  oauth: 'Programs that act for a user: consent and grants.',
  webhooks: 'Sending events to other services.',
  organizations: 'Organizations, their members and their audit log.',
  invitations: 'Inviting people to an organization.',
  notifications: 'Emails to people, and ending them.',
  auth: 'Signing in, accounts, passwords and sessions of people.',
  health: 'Whether the service runs.',
}
