/** The tables in which the server notes requests some time after it has answered them: two reads of them may differ. */
export const notedLater: readonly string[] = ['api_key', 'api_key_requests', 'api_request', 'booking_refusal'];
