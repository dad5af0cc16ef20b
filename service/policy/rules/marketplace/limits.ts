/** Days after its arrival in which goods can be sent back without a reason. Texts that name them read them here, but for the name of a tool's column. */
export const RETURN_DAYS = 7;

/** The most that insurance pays for sending goods back, in whole units of the currency. */
export const INSURANCE_LIMIT = 9;
