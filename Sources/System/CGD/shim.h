#pragma once
#include <gd.h>
