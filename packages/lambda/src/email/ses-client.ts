/**
 * The part of the SDK that sends email. `ses-delivery.ts` imports this module with the first email, and bundles contain only
 * what it names.
 */
export { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
