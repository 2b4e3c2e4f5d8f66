"""What schemathesis has to be told beside the document: what JSON Schema has no words for."""

import copy
import struct
import zlib

import jsonschema_rs
import schemathesis
from hypothesis import strategies
from schemathesis.core.parameters import ParameterLocation


def picture(width, height):
    """A PNG of one colour, which the server takes for what it is whatever it is called."""

    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = (b"\0" + b"\xc8\x50\x28" * width) * height
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(pixels))
        + chunk(b"IEND", b"")
    )


schemathesis.openapi.format("binary", strategies.just(picture(40, 30)))


@schemathesis.deserializer("text/plain")
def text(context, response):
    return response.content.decode()


TEXTS = {"title": " ", "descriptions": " ", "password": "", "currency": "x"}
NUMBERS = ["price", "discounted_price", "stock", "category"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes valid cases valid where the document says in words what it takes, and invalid ones
    invalid where a form cannot show what is wrong with them."""
    if case.meta is None:
        return
    if case.headers:
        # Whatever is made up names a state that no listing is in.
        case.headers.pop("If-Match", None)
    if not isinstance(case.body, dict):
        return
    is_positive = case.meta.generation.mode.is_positive
    part = case.meta.components.get(ParameterLocation.BODY)
    has_wrong_body = part is not None and part.mode.is_negative
    # Cases share their bodies.
    body = case.body = copy.deepcopy(case.body)
    if not is_positive:
        if has_wrong_body and case.media_type == "multipart/form-data":
            spoil(body, case)
    elif case.method == "PATCH":
        settle_changes(body, is_product="secret" in body)
    elif case.path in ["/api/item", "/api/products"]:
        settle_amounts(body.get("params", body))
    # What was edited would be checked anew, and there a picture is no string.
    case._record_starting_state()


def spoil(form, case):
    """All parts of a form are texts: a number for a text is right, and so is a text of a number."""
    for name, wrong in TEXTS.items():
        if name in form and not isinstance(form[name], str):
            form[name] = wrong
    for name in NUMBERS:
        if name in form and not isinstance(form[name], (int, float)):
            form[name] = "x"
    # With pictures in it schemathesis cannot tell that a form is right after all.
    if schema_of(case).is_valid(without_pictures(form)):
        form.pop("params", None)
        form.pop("password", None)


def schema_of(case):
    document = case.operation.schema.raw_schema
    content = document["paths"][case.path][case.operation.method]["requestBody"]["content"]
    schema = {**content[case.media_type]["schema"], "components": document["components"]}
    return jsonschema_rs.validator_for(schema)


def without_pictures(value):
    if isinstance(value, dict):
        return {name: without_pictures(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_pictures(inner) for inner in value]
    # They are a kind of string that only schemathesis knows.
    return value if type(value) in [str, int, float, bool, type(None)] else ""


def settle_changes(body, is_product):
    """Whether they fit is known to the listing alone: to its photos, price and currency."""
    body.pop("thumbnail_id", None)
    if {"price", "currency", "discounted_price"} & body.keys():
        body["currency"] = body.get("currency") or "KRW"
        body["price"] = amount(body.get("price"))
        if body.get("discounted_price") in [None, ""]:
            body["discounted_price"] = 0 if is_product else body["price"]
        settle_amounts(body)


def settle_amounts(offer):
    """JSON Schema compares no two fields: the currency tells the decimals and the largest amount,
    and the discount is at most the price."""
    has_decimals = offer.get("currency") not in ["KRW", "JPY"]
    most = 10**13 if has_decimals else 10**15

    def settle(name, most):
        number = min(amount(offer[name]), most)
        number = round(number, 2) if has_decimals else int(number)
        is_right = amount(offer[name]) == number and (has_decimals or "." not in str(offer[name]))
        # A text that is right stays one.
        offer[name] = offer[name] if is_right else number

    settle("price", most)
    if offer.get("discounted_price"):
        settle("discounted_price", amount(offer["price"]))


def amount(sent):
    """As the server reads it: a number, a text of one, or nothing."""
    if isinstance(sent, str):
        sent = sent.lstrip("￦₩$€¥£").replace(",", "")
    return float(sent or 0)
