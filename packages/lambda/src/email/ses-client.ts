/**
 * The part of the SDK that sending a mail takes, in a module of its own: `ses-delivery.ts` loads it with the first mail,
 * and a bundle takes of the client only what is named here.
 */
export { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
