import { lazy } from './lazy.ts'
import { uuid } from './schemas/common.ts'

/**
 * The request header that names the organization which a session request acts in, instead of the active one. It changes
 * no selection, so that two tabs of a browser work in two organizations. A request by an API token acts in the token's.
 */
export const organizationIdHeader = 'Organization-Id'

export const organizationIdValue = lazy(() =>
  uuid().meta({
    description:
      'With a session: acts in this organization, whichever is active, and leaves the active one as it is. Ignored with an API token, which acts in its own organization.',
  }),
)
