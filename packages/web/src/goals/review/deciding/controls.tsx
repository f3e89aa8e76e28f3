/** The controls of a reviewer, in one file that few load. */
export { RemoveCriterion } from './remove-criterion.tsx'
export { VerificationControl } from './verification-control.tsx'
