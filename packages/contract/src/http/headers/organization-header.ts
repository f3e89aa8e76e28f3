import { lazy } from '../../registry/lazy.ts'
import { uuid } from '../../schemas/common.ts'

export { organizationIdHeader } from './header-names.ts'

export const organizationIdValue = lazy(() =>
  uuid().meta({
    description:
      'The organization in which a request with a session acts. Default: the active organization, which this header does not change. Ignored with an API token, which acts in its own organization.',
  }),
)
