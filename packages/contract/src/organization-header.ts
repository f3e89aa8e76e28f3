import { lazy } from './lazy.ts'
import { uuid } from './schemas/common.ts'

/**
 * The request header that selects the organization of one session request. The active organization does not change, so
 * two browser tabs can work in two organizations. A request with an API token always acts in the token's organization.
 */
export const organizationIdHeader = 'Organization-Id'

export const organizationIdValue = lazy(() =>
  uuid().meta({
    description:
      'The organization in which a request with a session acts. Default: the active organization, which this header does not change. Ignored with an API token, which acts in its own organization.',
  }),
)
